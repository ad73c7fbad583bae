/** The words that were met most often, of any number of words, in memory that does not grow with that number. */
export class FrequentWords {
  /** The words kept so far, in no order. */
  readonly words: string[] = [];
  /** How often each was met, by its place in `words`. */
  private readonly totals: Float64Array;
  /** Which of all the words each was: of two as frequent the earlier is kept. */
  private readonly arrivals: Float64Array;
  /** Places of words as a heap, that of the word to leave next at the top. */
  private readonly heap: Uint32Array;
  private arrived = 0;

  /** Keeps at most `limit` words. */
  constructor(private readonly limit: number) {
    this.totals = new Float64Array(limit);
    this.arrivals = new Float64Array(limit);
    this.heap = new Uint32Array(limit);
  }

  /** Adds a word that was not added before, and how often it was met. */
  add(word: string, total: number): void {
    this.arrived++;
    const size = this.words.length;
    if (size < this.limit) {
      this.put(size, word, total);
      this.heap[size] = size;
      this.rise(size);
      return;
    }
    const least = this.heap[0];
    if (least === undefined || total <= (this.totals[least] ?? 0)) return;
    this.put(least, word, total);
    this.sink();
  }

  private put(place: number, word: string, total: number): void {
    this.words[place] = word;
    this.totals[place] = total;
    this.arrivals[place] = this.arrived;
  }

  private rise(from: number): void {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >>> 1;
      if (!this.leavesBefore(index, parent)) return;
      this.swap(index, parent);
      index = parent;
    }
  }

  private sink(): void {
    for (let index = 0; ; ) {
      const left = index * 2 + 1;
      let first = index;
      if (this.leavesBefore(left, first)) first = left;
      if (this.leavesBefore(left + 1, first)) first = left + 1;
      if (first === index) return;
      this.swap(index, first);
      index = first;
    }
  }

  private leavesBefore(one: number, other: number): boolean {
    if (one >= this.words.length) return false;
    const first = this.heap[one] ?? 0;
    const second = this.heap[other] ?? 0;
    const difference = (this.totals[first] ?? 0) - (this.totals[second] ?? 0);
    return difference < 0 || (difference === 0 && (this.arrivals[first] ?? 0) > (this.arrivals[second] ?? 0));
  }

  private swap(one: number, other: number): void {
    const place = this.heap[one] ?? 0;
    this.heap[one] = this.heap[other] ?? 0;
    this.heap[other] = place;
  }
}
