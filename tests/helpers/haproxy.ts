import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { freePort } from "@/scripts/local/anvil"

/** Debian has it where only administrators look. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

export const hasHaproxy = spawnSync("haproxy", ["-v"], { env }).status === 0

/** HAProxy by the configuration of `deploy/` in front of three web servers, by host and port. */
export async function startHaproxy(hosts: readonly [string, string, string]) {
  const [port, metricsPort] = await Promise.all([freePort(), freePort()])
  const places = {
    WEB_BIND: `127.0.0.1:${port}`,
    METRICS_BIND: `127.0.0.1:${metricsPort}`,
    ...Object.fromEntries(hosts.map((host, at) => [`WEB_${at + 1}`, host])),
  }
  const server = spawn("haproxy", ["-db", "-f", "deploy/haproxy/haproxy.cfg"], {
    ...{ env: { ...env, ...places }, stdio: "ignore" },
  })
  const readMetrics = () =>
    fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
      (answer) => answer.text(),
      () => "",
    )
  return {
    url: `http://127.0.0.1:${port}`,
    /** Waits until so many web servers are ready. */
    async untilActive(count: number) {
      const deadline = Date.now() + 60_000
      while (!(await readMetrics()).includes(`active_servers{proxy="pages"} ${count}\n`)) {
        if (Date.now() > deadline) throw new Error(`HAProxy does not use ${count} servers`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    async stop() {
      if (server.exitCode !== null) return
      const ended = once(server, "exit")
      server.kill()
      await ended
    },
  }
}
