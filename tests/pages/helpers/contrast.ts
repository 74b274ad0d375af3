import type { Page } from "@playwright/test"

/**
 * The words on a page that stand out too little from their ground in the theme shown (WCAG 1.4.3), each pair of
 * colours once. Grounds that are drawn, and words over something that lies elsewhere in the document, are left to axe.
 */
export function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate(measure)
}

/** Runs in the page. */
function measure() {
  type Colour = [red: number, green: number, blue: number, alpha: number]
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
  const coloursByText = new Map<string, Colour>()
  const parse = (text: string): Colour => {
    const seen = coloursByText.get(text)
    if (seen || !context) return seen ?? [0, 0, 0, 1]
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = text
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    const colour: Colour = [red, green, blue, alpha / 255]
    coloursByText.set(text, colour)
    return colour
  }
  const over = (top: Colour, below: Colour): Colour => {
    const mix = (at: 0 | 1 | 2) => top[at] * top[3] + below[at] * (1 - top[3])
    return [mix(0), mix(1), mix(2), 1]
  }
  /** Null where it cannot be told by the ancestors. */
  const groundOf = (element: Element): Colour | null => {
    const layers: Colour[] = []
    for (let at: Element | null = element; at; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.backgroundImage !== "none" || style.opacity !== "1") return null
      const colour = parse(style.backgroundColor)
      if (colour[3] > 0) layers.push(colour)
      if (colour[3] === 1) return layers.reduceRight((below, layer) => over(layer, below))
      if (style.position === "fixed" || style.position === "absolute") return null
    }
    return null
  }
  const luminance = ([red, green, blue]: Colour) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (a: Colour, b: Colour) => {
    const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
    return (high + 0.05) / (low + 0.05)
  }
  const EXEMPT = "[aria-hidden=true], :disabled, [aria-disabled=true], svg, script, style, noscript"
  const failures = new Map<string, string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ""
    const element = node.parentElement
    if (text === "" || !element || element.closest(EXEMPT)) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const style = getComputedStyle(element)
    const ground = groundOf(element)
    if (!ground) continue
    const size = Number.parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    const ratio = contrast(over(parse(style.color), ground), ground)
    if (ratio >= (isLarge ? 3 : 4.5)) continue
    const pair = `${style.color} on rgb(${ground.slice(0, 3).map(Math.round).join(", ")})`
    failures.set(pair, `${pair}, ${ratio.toFixed(2)}: "${text.slice(0, 40)}"`)
  }
  return [...failures.values()]
}
