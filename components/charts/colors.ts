export type ChartColors = {
  surface: string
  ink: string
  muted: string
  line: string
  up: string
  down: string
  accent: string
}

/**
 * The page's current colour tokens at `element`, because a canvas cannot use variables itself. They are registered
 * properties, so the browser resolves them to `rgb()`, whatever their definition.
 */
export function readColors(element: Element): ChartColors {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    surface: token("--surface"),
    ink: token("--ink"),
    muted: token("--muted"),
    line: token("--line"),
    up: token("--kelp"),
    down: token("--coral"),
    accent: token("--accent"),
  }
}

/** An `rgb()` colour with this opacity. */
export function withOpacity(color: string, opacity: number): string {
  const [red = 0, green = 0, blue = 0] = color.match(/[\d.]+/g) ?? []
  return `rgba(${red}, ${green}, ${blue}, ${opacity})`
}

/** Calls back whenever the page's colours may have changed; returns a function that stops it. */
export function onColorChange(listener: () => void): () => void {
  const scheme = matchMedia("(prefers-color-scheme: dark)")
  const attributes = new MutationObserver(listener)
  scheme.addEventListener("change", listener)
  attributes.observe(document.documentElement, {
    attributeFilter: ["data-theme", "data-palette", "class"],
  })
  return () => {
    scheme.removeEventListener("change", listener)
    attributes.disconnect()
  }
}
