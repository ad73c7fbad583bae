/** What the routes are, for the answers to requests that none of them takes. */
export class RouteTable {
  private readonly routes: readonly { pattern: string; form: RegExp; methods: readonly string[] }[];

  /** `routes` are the app's own: a method and a pattern such as `/cnpj/:cnpj` each. */
  constructor(
    routes: readonly { method: string; path: string }[],
    private readonly suframaPattern: string,
  ) {
    const methods = new Map<string, Set<string>>();
    for (const { method, path } of routes) {
      const known = methods.get(path) ?? new Set<string>();
      known.add(method);
      if (method === 'GET') known.add('HEAD');
      methods.set(path, known.add('OPTIONS'));
    }
    this.routes = [...methods].map(([pattern, known]) => ({
      pattern,
      form: new RegExp(`^${pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`),
      methods: [...known],
    }));
  }

  /** The pattern of the route that a path is of, whatever the method. */
  patternOf(path: string): string | undefined {
    return this.routes.find(({ form }) => form.test(path))?.pattern;
  }

  /** The methods that a path takes, or undefined for an unknown path. */
  methodsOf(path: string): readonly string[] | undefined {
    return this.routes.find(({ form }) => form.test(path))?.methods;
  }

  /** Whether a route is the Suframa validation, whose errors have three fields more. */
  isSuframa(pattern: string): boolean {
    return pattern === this.suframaPattern;
  }
}
