import { createElement, type ReactElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { RoundsSection } from "@/app/_parts/rounds-strip"
import { TrendingMarkets } from "@/app/_parts/trending-markets"

/** A section that goes away moves all that follows it, and nobody learns that it exists. */
const sections: [string, ReactElement, string][] = [
  ["Price rounds", createElement(RoundsSection, { view: null }), "answer slowly"],
  ["Markets", createElement(TrendingMarkets, { markets: [] }), "No open markets"],
]

test.each(sections)("the section %s keeps its place while it has nothing to show", (...section) => {
  const [title, element, reason] = section
  const markup = renderToStaticMarkup(element)
  expect(markup).toMatch(new RegExp(`<h2[^>]*>${title}</h2>`))
  expect(markup).toContain(reason)
})
