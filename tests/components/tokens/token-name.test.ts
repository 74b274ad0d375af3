import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, test } from "vitest"
import { TokenName } from "@/components/tokens/token-name"

const address = `0x${"ab".repeat(20)}`
const shown = (name: string) =>
  renderToStaticMarkup(createElement(TokenName, { name, address })).replace(/^<bdi [^>]*>/, "")

describe("a token's name", () => {
  test("is shown as text, whatever it contains", () => {
    expect(shown("Coral")).toBe("Coral</bdi>")
    expect(shown("<img src=x>")).toBe("&lt;img src=x&gt;</bdi>")
  })

  test.each(["\u200b\u200b", "\u2060\ufeff", "\u202e", " \u00a0 ", "\u0300", ""])(
    "that nobody could see (%j) gives way to the address",
    (name) => {
      expect(shown(name)).toBe("0xabab…abab</bdi>")
    },
  )

  test("that turns the writing direction does so for itself alone", () => {
    // `bdi` isolates: the override ends with the element.
    expect(
      renderToStaticMarkup(createElement(TokenName, { name: "\u202eLAROC", address })),
    ).toMatch(/^<bdi class="[^"]*"[^>]*>\u202eLAROC<\/bdi>$/)
  })
})
