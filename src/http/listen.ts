/** Does what begins to listen. What goes wrong there is told with the settings that it is about, and thrown. */
export function listenBy<Listening>(
  settings: Readonly<Record<string, string | number>>,
  listen: () => Listening,
): Listening {
  try {
    return listen();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const names = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    throw new Error(`${names.join(', ')}: ${reason}`, { cause });
  }
}
