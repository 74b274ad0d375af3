import type { Finding } from "./finding"
import { importsOf } from "./sources"

/** Import cycles, one shortest cycle per group of files that reach each other: "a.ts > b.ts > a.ts". */
export function findCycles(files: readonly string[]): Finding[] {
  const graph = new Map(files.map((file) => [file, importsOf(file)]))
  return findGroups(graph)
    .filter((group) => group.length > 1 || graph.get(group[0] ?? "")?.includes(group[0] ?? ""))
    .map((group) => ({ at: shortestCycle(graph, new Set(group)).join(" > ") }))
}

type Graph = ReadonlyMap<string, readonly string[]>

/** Strongly connected components, by Tarjan's algorithm. */
function findGroups(graph: Graph): string[][] {
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const groups: string[][] = []

  const visit = (file: string) => {
    index.set(file, index.size)
    lowest.set(file, index.get(file) ?? 0)
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue
      const isNew = !index.has(next)
      if (isNew) visit(next)
      if (isNew || stack.includes(next)) {
        lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0))
      }
    }
    if (lowest.get(file) !== index.get(file)) return
    groups.push(stack.splice(stack.lastIndexOf(file)))
  }
  for (const file of graph.keys()) if (!index.has(file)) visit(file)
  return groups
}

/** A breadth-first search from each file of the group back to itself. */
function shortestCycle(graph: Graph, group: ReadonlySet<string>): string[] {
  const cycles = [...group].map((start) => cycleFrom(graph, group, start))
  return cycles.reduce((best, cycle) => (cycle.length < best.length ? cycle : best))
}

function cycleFrom(graph: Graph, group: ReadonlySet<string>, start: string): string[] {
  const queue = [[start]]
  const seen = new Set<string>()
  for (const way of queue) {
    for (const next of graph.get(way.at(-1) ?? "") ?? []) {
      if (next === start) return [...way, start]
      if (!group.has(next) || seen.has(next)) continue
      seen.add(next)
      queue.push([...way, next])
    }
  }
  throw new Error(`${start} is in no cycle`)
}
