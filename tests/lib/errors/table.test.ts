import { readFileSync } from "node:fs"
import * as viem from "viem"
import { describe, expect, test } from "vitest"
import * as wagmi from "wagmi"
import { errorsAbi } from "@/lib/chain/generated/errors"
import { clientRemedies } from "@/lib/errors/client-remedies"
import { errorTable, errorText } from "@/lib/errors/table"
import { errorCodes, errorStatus } from "@/lib/http/errors"
import { remedyOf, toolRemedyOf } from "@/lib/http/remedies"
import { DOCUMENT } from "@/scripts/generate/openapi.mjs"

const entries = Object.entries(errorTable).flatMap(([source, texts]) =>
  Object.entries(texts).map(([code, text]) => ({ name: `${source} ${code}`, text })),
)

/** Numbers viem knows wallets and nodes to answer with. */
const numbers = Object.values(viem).flatMap((each) =>
  typeof each === "function" && "code" in each && typeof each.code === "number" ? [each.code] : [],
)

/** A fault of the program, which no wallet and no person can bring about. */
const PROGRAM_FAULTS = ["BaseError", "WagmiProviderNotFoundError"]

describe("the table of errors", () => {
  test("has a sentence and a remedy everywhere", () => {
    expect(entries.length).toBeGreaterThan(150)
    for (const { name, text } of entries) {
      expect(text.sentence, name).toMatch(/^[A-Z].{8,}\.$/)
      expect(text.remedy, name).toMatch(/^[A-Z].{8,}\.$/)
    }
  })

  test("knows every custom error of the contracts", () => {
    const names = errorsAbi.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter((name) => !errorText("contract", name))).toEqual([])
  })

  test("knows every code of the service, and no other", () => {
    expect(Object.keys(errorTable.service).sort()).toEqual(Object.keys(errorStatus).sort())
  })

  test("has a remedy for programs everywhere, which is none of a page", () => {
    for (const code of errorCodes) {
      for (const remedy of [remedyOf(code), toolRemedyOf(code)]) {
        expect(remedy, code).toMatch(/^[A-Z].{8,}[.…]$/)
        expect(remedy, code).not.toMatch(/reload|your wallet/i)
      }
    }
    const unknown = Object.keys(clientRemedies).filter((code) => !errorText("service", code))
    expect(unknown).toEqual(["OFFLINE"])
  })

  test("knows every code the published description of the service names", () => {
    const described = new Set(readFileSync(DOCUMENT, "utf8").match(/\b[A-Z]+(?:_[A-Z]+)+\b/g))
    const codes = [...described].filter((word) => word in errorStatus)
    expect(codes.length).toBeGreaterThan(10)
    expect(codes.filter((code) => !errorText("service", code))).toEqual([])
  })

  test("knows every number wallets and nodes answer with", () => {
    expect(numbers).toContain(4001)
    expect(numbers.filter((code) => !errorText("wallet", code))).toEqual([])
  })

  test("knows every error of the wallet library", () => {
    const names = Object.keys(wagmi).filter((name) => name.endsWith("Error"))
    expect(names).toContain("ConnectorNotFoundError")
    const unknown = names.filter((name) => !errorText("library", name))
    expect(unknown.sort()).toEqual(PROGRAM_FAULTS)
  })

  test("knows what nodes say about a transaction", () => {
    const names = Object.keys(viem).filter((name) =>
      /^(Nonce|FeeCap|Tip|Intrinsic|InsufficientFunds|TransactionType|ExecutionReverted|UnknownNode).*Error$/.test(
        name,
      ),
    )
    expect(names.length).toBeGreaterThan(8)
    expect(names.filter((name) => !errorText("library", name))).toEqual([])
  })

  test("answers only what it has", () => {
    expect(errorText("service", "NEW_CODE")).toBeNull()
    expect(errorText("contract", "constructor")).toBeNull()
  })
})
