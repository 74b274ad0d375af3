/**
 * How long this process itself was at work, in milliseconds: unlike the time that passed, it hardly depends on
 * what else the machine does.
 */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
