import type { Page } from "@playwright/test"
import { expect } from "./test"

/** The least a finger needs, in CSS pixels. */
const LEAST = 44

/**
 * What can be pressed on the page and is too small, as "name: width × height". Measured is where a press
 * really lands, so what pseudo elements and labels add counts, and what covers it does not. A link
 * with words of its sentence beside it may be as high as the line (WCAG 2.5.8).
 */
export async function smallTargets(page: Page): Promise<string[]> {
  // While the index lags behind a busy chain a bar lies over the top of the page.
  await expect(page.getByTestId("stale-bar")).toHaveCount(0)
  return page.evaluate(measure, LEAST)
}

/** Runs in the page. */
function measure(least: number) {
  const lands = (element: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    if (!hit) return false
    const label = hit.closest("label")
    return element.contains(hit) || label?.control === element
  }
  /** A dot between two links makes no sentence of them. */
  const isInSentence = (element: Element) =>
    element instanceof HTMLAnchorElement &&
    getComputedStyle(element).display === "inline" &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && /\p{L}{2}/u.test(node.textContent ?? ""),
    )
  /** Nearly every target is large enough around its middle; only the others are measured. */
  const isLarge = (element: Element, x: number, y: number) => {
    const half = least / 2 - 1
    return (
      lands(element, x, y - half) &&
      lands(element, x, y + half) &&
      lands(element, x - half, y) &&
      lands(element, x + half, y)
    )
  }
  const reach = (isLanding: (distance: number) => boolean) => {
    let distance = 0
    while (distance < least && isLanding(distance + 1)) distance += 1
    return distance
  }
  const tooSmall: string[] = []
  const all = document.querySelectorAll("a[href], button, input, select, textarea, summary")
  for (const element of all) {
    if (!element.checkVisibility({ visibilityProperty: true }) || isInSentence(element)) continue
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" })
    // Hidden for eyes, such as the link that skips to the content.
    if (getComputedStyle(element).clipPath !== "none") continue
    const box = element.getBoundingClientRect()
    const x = box.left + box.width / 2
    const y = box.top + box.height / 2
    if (isLarge(element, x, y)) continue
    const height =
      reach((distance) => lands(element, x, y - distance)) +
      reach((distance) => lands(element, x, y + distance))
    const width =
      reach((distance) => lands(element, x - distance, y)) +
      reach((distance) => lands(element, x + distance, y))
    // A pixel is lost where edges fall between pixels.
    if (Math.min(width, height) >= least - 2) continue
    const name = element.getAttribute("aria-label") ?? element.textContent?.trim()
    tooSmall.push(`${element.tagName.toLowerCase()} "${name}": ${width} × ${height}`)
  }
  return tooSmall
}
