/**
 * Milliseconds that this thread has computed so far. Unlike the wall's clock it stands still while other programs have
 * the core, so a bound of it holds on a busy machine too.
 */
export const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
