/* The part of the load generator's interface that the bench uses; the package has no types. */

declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly sampleInt: number;
    readonly overallRate?: number | undefined;
    readonly headers?: Readonly<Record<string, string>>;
    readonly requests: readonly {
      readonly setupRequest: (request: { path?: string }) => { path?: string };
    }[];
  }
  interface Result {
    readonly duration: number;
    readonly errors: number;
    readonly non2xx: number;
  }
  interface Run extends PromiseLike<Result> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): void;
  }
  const autocannon: (options: Options) => Run;
  export = autocannon;
}
