import { readdirSync } from "node:fs"
import path from "node:path"
import type { Abi } from "viem"

const folder = path.resolve("lib/chain/generated")

/** The ABI of every deployable contract, by its name. */
export async function generatedAbis(): Promise<Record<string, Abi>> {
  const names = readdirSync(folder).flatMap((file) => /^([A-Z]\w+)\.ts$/.exec(file)?.[1] ?? [])
  const abis = await Promise.all(
    names.map(async (name): Promise<[string, Abi]> => {
      const exported: Record<string, Abi> = await import(path.join(folder, `${name}.ts`))
      const [abi] = Object.values(exported)
      if (!abi) throw new Error(`${name} exports no ABI`)
      return [name, abi]
    }),
  )
  return Object.fromEntries(abis)
}
