import { createElement, type ReactElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { CommentRow } from "@/components/comments/comment-row"
import { TradeRow } from "@/components/tokens/trade-row"
import type { TradeRowData } from "@/components/tokens/trade-row-data"
import type { CommentView } from "@/lib/content/comments/queries"

const WALLET = "0xdf37f81daad2b0327a0a50003740e1c8c27b7f50"
const TIME = new Date("2026-11-26T12:00:00Z")
const WAD = 10n ** 18n

/** A token's page has 15 trades and up to 20 comments: 100 bytes of a row more are 1.5 and 2 KB of the page. */
const sizeOf = (row: ReactElement) => renderToStaticMarkup(row).length

test("a trade is short in a document", () => {
  const trade: TradeRowData = {
    id: "41235",
    type: "buy",
    user: WALLET,
    routingLeg: false,
    amountToken: 12_345n * WAD,
    amountUsd: 678n * WAD,
    time: TIME,
  }
  const traders = { creator: WALLET, early: [], own: null }
  expect(sizeOf(createElement(TradeRow, { trade, name: "harbor", traders }))).toBeLessThan(800)
})

test("a comment is short in a document", () => {
  const comment: CommentView = {
    id: 7,
    author: WALLET,
    content: "Bought.",
    txHash: `0x${"ab".repeat(32)}`,
    createdAt: TIME,
    balance: 5n * WAD,
    shares: [],
    tradeType: "buy",
  }
  const subject = { dev: WALLET, symbol: "PLSR", options: null }
  const row = createElement(CommentRow, { author: undefined, comment, subject })
  expect(sizeOf(row)).toBeLessThan(1_500)
})
