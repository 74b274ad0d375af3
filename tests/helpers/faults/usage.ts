import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import path from "node:path"

/** What a process holds: memory in MB, file descriptors, and connections to these ports. */
export type Usage = { memory: number; descriptors: number; connections: number }

const ESTABLISHED = "01"

export function readUsage(pid: number, ports: readonly number[]): Usage {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  const folder = `/proc/${pid}/fd`
  const descriptors = readdirSync(folder)
  const sockets = new Set(descriptors.map((each) => readLink(path.join(folder, each))))
  const connections = readFileSync(`/proc/${pid}/net/tcp`, "utf8")
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , remote = "", state, , , , , , inode]) => {
      const port = Number.parseInt(remote.split(":")[1] ?? "", 16)
      return state === ESTABLISHED && ports.includes(port) && sockets.has(`socket:[${inode}]`)
    })
  return {
    memory: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024),
    descriptors: descriptors.length,
    connections: connections.length,
  }
}

function readLink(file: string) {
  try {
    return readlinkSync(file)
  } catch {
    // It was closed in this moment.
    return ""
  }
}

/** What grows from the first third of the samples to the last by more than a steady load explains. */
export function findGrowth(samples: readonly Usage[]): string[] {
  const third = Math.ceil(samples.length / 3)
  const most = (part: readonly Usage[], key: keyof Usage) =>
    Math.max(...part.map((sample) => sample[key]))
  const limits = {
    memory: (before: number) => before * 1.25 + 40,
    descriptors: (before: number) => before + 20,
    connections: (before: number) => before + 2,
  }
  return (["memory", "descriptors", "connections"] as const).flatMap((key) => {
    const before = most(samples.slice(0, third), key)
    const after = most(samples.slice(-third), key)
    return after > limits[key](before) ? [`${key} from ${before} to ${after}`] : []
  })
}
