import { type ComponentType, useEffect, useReducer } from "react"
import { toast } from "./toast"

/**
 * A component whose code loads when it is first needed, and stays loaded. Returns a hook: `Part` is null until it has
 * loaded.
 */
export function createPart<P>(importPart: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null
  const waiting = new Set<() => void>()

  /** Returns whether the component is available; shows a message when it cannot load. */
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
