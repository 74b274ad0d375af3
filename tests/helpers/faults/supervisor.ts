import { setTimeout } from "node:timers/promises"
import type { ClusterProcess } from "@/tests/helpers/cluster/process"

export type Supervisor = ReturnType<typeof supervise>

/** Starts processes again that have ended by themselves, as Compose and systemd do; those that it is told to leave stay down. */
export function supervise(servers: readonly ClusterProcess[]) {
  const left = new Set<ClusterProcess>()
  const restarts: string[] = []
  let isStopped = false
  const work = (async () => {
    while (!isStopped) {
      for (const server of servers) {
        if (server.pid > 0 || left.has(server)) continue
        restarts.push(server.name)
        server.launch()
      }
      await setTimeout(1_000)
    }
  })()
  return {
    /** Names of those that had ended. */
    restarts,
    leave: (server: ClusterProcess) => left.add(server),
    /** Starts one that was left. */
    async restart(server: ClusterProcess) {
      await server.start()
      left.delete(server)
    },
    async stop() {
      isStopped = true
      await work
    },
  }
}
