/** The names by which a machine calls itself in a URL. */
const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"]

/** Whether a URL names this machine. */
export const isThisMachine = (url: string) => LOOPBACK_NAMES.includes(new URL(url).hostname)

/** Origins of a URL: its own and, on this machine, those of the other local names, because people type any of them. */
export function originsOf(url: string): readonly string[] {
  const { origin, hostname } = new URL(url)
  if (!isThisMachine(url)) return [origin]
  return [origin, ...LOOPBACK_NAMES.map((name) => origin.replace(`//${hostname}`, `//${name}`))]
}
