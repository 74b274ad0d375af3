import { copyFileSync, mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { freePort } from "@/scripts/local/anvil"
import type { Cluster } from "./cluster"
import { ClusterProcess } from "./process"
import { DEPLOY } from "./programs"

const HOST = "127.0.0.1"

const vector = z.object({
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()) })),
  }),
})

const groups = z.object({
  data: z.object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({ name: z.string(), health: z.string(), lastError: z.string().optional() }),
        ),
      }),
    ),
  }),
})

/** Prometheus by the files of `deploy/`, with the processes of a cluster as its targets. */
export async function startPrometheus({ folder, metricsPorts, balancerMetrics }: Cluster) {
  const own = path.join(folder, "prometheus")
  mkdirSync(own)
  for (const file of ["prometheus.yml", "alerts.yml"])
    copyFileSync(path.join(DEPLOY, "prometheus", file), path.join(own, file))
  for (const [file, targets] of [
    ["targets.yml", metricsPorts.map((port) => `${HOST}:${port}`)],
    ["balancers.yml", [new URL(balancerMetrics).host]],
  ] as const) {
    // JSON is YAML.
    writeFileSync(path.join(own, file), JSON.stringify([{ targets }]))
  }
  const address = `${HOST}:${await freePort()}`
  const ask = async (at: string) => (await fetch(`http://${address}${at}`)).json()
  const server = new ClusterProcess({
    name: "prometheus",
    file: "prometheus",
    args: [
      "--config.file=prometheus.yml",
      `--storage.tsdb.path=${path.join(own, "data")}`,
      `--web.listen-address=${address}`,
    ],
    folder,
    cwd: own,
    graceMs: 2_000,
    isReady: async () => (await fetch(`http://${address}/-/ready`)).ok,
  })
  await server.start()
  return {
    /** The labels of what an expression finds. */
    async find(expression: string) {
      const answer = await ask(`/api/v1/query?query=${encodeURIComponent(expression)}`)
      return vector.parse(answer).data.result.map(({ metric }) => metric)
    },
    async rules() {
      return groups.parse(await ask("/api/v1/rules")).data.groups.flatMap(({ rules }) => rules)
    },
    stop: () => server.stop(),
  }
}
