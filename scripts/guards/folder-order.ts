import type { Finding } from "./finding"
import { importsOf } from "./sources"

/** A folder of `lib` that imports another one, and the imports it does so with. */
type Arrow = { from: string; to: string; imports: string[] }

/** Pairs of folders of `lib` that import each other: "agents <> indexer". */
export function findFolderPairs(files: readonly string[]): Finding[] {
  const arrows = listArrows(files)
  const find = (from: string, to: string) =>
    arrows.find((arrow) => arrow.from === from && arrow.to === to)
  return arrows.flatMap(({ from, to, imports }) => {
    const back = from < to ? find(to, from) : undefined
    if (!back) return []
    const fewer = back.imports.length < imports.length ? back.imports : imports
    return [{ at: `${from} <> ${to}`, detail: fewer.join(", ") }]
  })
}

/** The imports that run against the best order of the folders: "jobs > agents". */
export function findArrowsBackUp(files: readonly string[]): Finding[] {
  const arrows = listArrows(files)
  const rank = new Map(orderFolders(arrows).map((folder, index) => [folder, index]))
  return arrows
    .filter(({ from, to }) => (rank.get(from) ?? 0) > (rank.get(to) ?? 0))
    .map(({ from, to, imports }) => ({ at: `${from} > ${to}`, detail: imports.join(", ") }))
}

/** The route whose imports are counted: it indexes a wallet's newest transaction, and needs little else. */
const SYNC = "app/api/v1/sync/route.ts"
/** Files of ours that it loads at once; what runs after a write is loaded when it is needed. Lower it, never raise it. */
const MAX_SYNC_FILES = 131

/** A sync route that loads too much of the product. */
export function findHeavySync(): Finding[] {
  const files = new Set([SYNC])
  for (const file of files) for (const target of importsOf(file)) files.add(target)
  const count = [...files].filter((file) => !file.includes("/generated/")).length
  if (count <= MAX_SYNC_FILES) return []
  return [{ at: SYNC, detail: `${count} files, at most ${MAX_SYNC_FILES}` }]
}

/** The first folder below `lib`, or a file directly in it. */
const folderOf = (file: string) => /^lib\/([^/]+)/.exec(file)?.[1]

function listArrows(files: readonly string[]): Arrow[] {
  const arrows = new Map<string, Arrow>()
  for (const file of [...files].sort()) {
    const from = folderOf(file)
    if (!from) continue
    for (const target of importsOf(file)) {
      const to = folderOf(target)
      if (!to || to === from || to === "generated") continue
      const arrow = arrows.get(`${from} ${to}`) ?? { from, to, imports: [] }
      arrow.imports.push(`${file} > ${target}`)
      arrows.set(`${from} ${to}`, arrow)
    }
  }
  return [...arrows.values()]
}

/**
 * Orders the folders from the top down, so that few imports run back up. It starts from the order by imports in and
 * out (Eades, Lin, Smyth), then moves each folder to its best place until no move makes the sum smaller.
 */
function orderFolders(arrows: readonly Arrow[]): string[] {
  const names = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].sort()
  const weights = new Map(arrows.map(({ from, to, imports }) => [`${from} ${to}`, imports.length]))
  const weight = (from: string, to: string) => weights.get(`${from} ${to}`) ?? 0
  const balance = (name: string) =>
    names.reduce((sum, other) => sum + weight(name, other) - weight(other, name), 0)
  let order = names.toSorted((one, other) => balance(other) - balance(one))
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const name of names) {
      const rest = order.filter((other) => other !== name)
      const best = bestPlace(rest, name, weight)
      if (best.gain(order.indexOf(name)) <= 0) continue
      order = rest.toSpliced(best.index, 0, name)
      isBetter = true
    }
  }
  return order
}

/** The place of a folder with the least imports against the order, and the gain over another place. */
function bestPlace(
  rest: readonly string[],
  name: string,
  weight: (from: string, to: string) => number,
) {
  const costs = [rest.reduce((sum, other) => sum + weight(other, name), 0)]
  for (const other of rest) {
    costs.push((costs.at(-1) ?? 0) - weight(other, name) + weight(name, other))
  }
  // At place 0 all its importers are below, so each of those imports runs up; behind `other` its own imports do.
  const index = costs.indexOf(Math.min(...costs))
  return { index, gain: (place: number) => (costs[place] ?? 0) - (costs[index] ?? 0) }
}
