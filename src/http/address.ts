import { isIP } from 'node:net';

/** An address as its bytes, 4 or 16; an IPv4 address within IPv6 is the IPv4 address. */
function bytesOf(address: string): Uint8Array | undefined {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIP(plain) === 4) return Uint8Array.from(plain.split('.').map(Number));
  if (isIP(plain) !== 6) return undefined;
  const [head = '', tail = ''] = expandDotted(plain).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
  return Uint8Array.from(
    groups.flatMap((group) => {
      const number = Number.parseInt(group, 16);
      return [number >> 8, number & 255];
    }),
  );
}

/** An IPv6 address whose end is written as IPv4, with two groups instead. */
function expandDotted(address: string): string {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  if (dotted === null) return address;
  const [, head = '', a, b, c, d] = dotted;
  const group = (high: string | undefined, low: string | undefined) =>
    (Number(high) * 256 + Number(low)).toString(16);
  return `${head}${group(a, b)}:${group(c, d)}`;
}

interface Network {
  readonly bytes: Uint8Array;
  readonly bits: number;
}

function parseNetwork(text: string): Network {
  const [address = '', bits] = text.split('/');
  const bytes = bytesOf(address);
  if (bytes === undefined) throw new Error(`TRUSTED_PROXIES: ${text} is no address and no CIDR block.`);
  return { bytes, bits: bits === undefined ? bytes.length * 8 : Number(bits) };
}

function contains({ bytes, bits }: Network, address: Uint8Array): boolean {
  if (bytes.length !== address.length) return false;
  for (let bit = 0; bit < bits; bit++) {
    const mask = 128 >> (bit & 7);
    if (((bytes[bit >> 3] ?? 0) & mask) !== ((address[bit >> 3] ?? 0) & mask)) return false;
  }
  return true;
}

/** The addresses a `Forwarded` header names, the nearest last. */
function forwardedFor(header: string): string[] {
  return [...header.matchAll(/for\s*=\s*"?\[?([^\]",;]+)/gi)].map(([, address = '']) => address.trim());
}

/** No more hops than this are believed of one header. */
const MAX_HOPS = 16;

/** What is asked of a server here. */
interface SocketServer {
  requestIP(request: Request): { readonly address: string } | null;
}

/** Tells who asks: the address that limits count by. */
export class AddressBook {
  private readonly trusted: readonly Network[];
  private server: SocketServer | undefined;
  /** The socket addresses behind requests that were copied. */
  private readonly copied = new WeakMap<Request, string>();

  /** `trustedProxies` are addresses or CIDR blocks whose headers are believed. Throws for one that is neither. */
  constructor(trustedProxies: readonly string[]) {
    this.trusted = trustedProxies.map(parseNetwork);
  }

  /** Says which server the requests come through: it alone knows the socket behind one. */
  listenThrough(server: SocketServer): void {
    this.server = server;
  }

  /** Says that one request goes on as another, which has no socket of its own. */
  noteCopy(copy: Request, original: Request): void {
    this.copied.set(copy, this.addressOf(original));
  }

  /** The key of who sent a request; one whose client has gone, or that came through no socket, has a key of its own. */
  keyOfRequest(request: Request): string {
    return this.keyOf(this.addressOf(request), request.headers);
  }

  private addressOf(request: Request): string {
    return this.server?.requestIP(request)?.address ?? this.copied.get(request) ?? 'unknown';
  }

  /**
   * The key of who asks: an IPv4 address, or an IPv6 network of 64 bits, since one customer has a whole one. Behind
   * a trusted proxy it is the nearest address in `Forwarded` or `X-Forwarded-For` that is no trusted proxy. A proxy
   * writes one of the two and may hand on the other as the client forged it, so where they disagree neither counts.
   */
  keyOf(socketAddress: string, headers: Headers): string {
    if (this.trusted.length === 0) return networkOf(socketAddress);
    if (!this.isTrusted(socketAddress)) return networkOf(socketAddress);
    const forwarded = headers.get('forwarded');
    const plain = headers.get('x-forwarded-for');
    const chains = [
      ...(forwarded === null ? [] : [forwardedFor(forwarded)]),
      ...(plain === null ? [] : [plain.split(',')]),
    ];
    const [key, other] = chains.map((hops) => networkOf(this.nearest(socketAddress, hops)));
    return key === undefined || (other !== undefined && other !== key) ? networkOf(socketAddress) : key;
  }

  /** The last address of a chain of hops, the nearest last, that no trusted proxy has. */
  private nearest(socketAddress: string, hops: readonly string[]): string {
    let address = socketAddress;
    for (const text of hops.toReversed().slice(0, MAX_HOPS)) {
      const hop = withoutPort(text.trim());
      if (bytesOf(hop) === undefined) break;
      address = hop;
      if (!this.isTrusted(hop)) break;
    }
    return address;
  }

  private isTrusted(address: string): boolean {
    const bytes = bytesOf(address);
    return bytes !== undefined && this.trusted.some((network) => contains(network, bytes));
  }
}

function withoutPort(address: string): string {
  return address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.*)\](:\d+)?$/, '$1');
}

/** The part of an address that one customer has. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const bytes = bytesOf(address);
  if (bytes === undefined) return address;
  if (bytes.length === 4) return bytes.join('.');
  const groups: string[] = [];
  for (let index = 0; index < 8; index += 2) {
    groups.push((((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0)).toString(16));
  }
  return `${groups.join(':')}::/64`;
}
