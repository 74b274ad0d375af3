import { type ComponentType, useEffect, useReducer } from "react"
import { toast } from "./toast"

/**
 * A component whose code is fetched when it is needed first, and stays then. Answers the hook to use it:
 * `Part` is null until it has been loaded.
 */
export function createPart<P>(importPart: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null
  const waiting = new Set<() => void>()

  /** Answers whether it is there; says so when it cannot be fetched. */
  async function load(): Promise<boolean> {
    try {
      loaded ??= await importPart()
      for (const rerender of waiting) rerender()
    } catch {
      toast({
        title: "This part could not be loaded",
        description: "Check your connection and try again.",
        tone: "bad",
      })
    }
    return loaded !== null
  }
  return () => {
    const [, rerender] = useReducer((count: number) => count + 1, 0)
    useEffect(() => {
      waiting.add(rerender)
      return () => {
        waiting.delete(rerender)
      }
    }, [])
    return { Part: loaded, load }
  }
}
