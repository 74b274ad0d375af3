import Link from "next/link"
import { Fragment } from "react"
import { Amount, Percent, Usd } from "@/components/ui/number"
import { shortenAddress } from "@/lib/format"
import { toOutcomeName } from "@/lib/markets/labels"
import type { Names, Sentence, SentencePart } from "@/lib/transactions/schema"

/** A sentence about a transaction with links to its wallets and tokens. */
export function SentenceText({ sentence, names }: { sentence: Sentence; names: Names }) {
  return sentence.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their order
    <Fragment key={index}>
      <SentenceSpan names={names} part={part} />
    </Fragment>
  ))
}

function SentenceSpan({ part, names }: { part: SentencePart; names: Names }) {
  if (typeof part === "string") return part
  switch (part.kind) {
    case "address":
      return <AddressName address={part.address} names={names} />
    case "token":
      return <TokenLink address={part.token} names={names} />
    case "amount":
      return (
        <>
          <Amount value={part.value} /> <TokenLink address={part.token} names={names} />
        </>
      )
    case "market":
      return <MarketLink address={part.token} names={names} />
    case "outcome":
      return <bdi>“{toOutcomeName(names[part.token]?.market?.options ?? [], part.outcome)}”</bdi>
    case "shares":
      return (
        <>
          <Amount value={part.value} /> shares of{" "}
          <bdi>“{toOutcomeName(names[part.token]?.market?.options ?? [], part.outcome)}”</bdi>
        </>
      )
    case "usd":
      return <Usd value={part.value} />
    case "percent":
      return <Percent basisPoints={part.basisPoints} />
    case "quote":
      return <bdi>“{part.text}”</bdi>
  }
}

const link = "underline decoration-line-strong underline-offset-3 hover:text-accent"

/** A token or contract of ours by its name, any other address as a link to its wallet page. */
export function AddressName({ address, names }: { address: string; names: Names }) {
  const named = names[address]
  if (named?.kind === "token") return <TokenLink address={address} names={names} />
  if (named) return <span title={address}>{named.name}</span>
  return (
    <Link
      className={`figures relative before:absolute before:inset-x-0 before:-inset-y-3.5 ${link}`}
      href={`/wallets/${address}`}
      prefetch={false}
      title={address}
    >
      {shortenAddress(address)}
    </Link>
  )
}

function MarketLink({ address, names }: { address: string; names: Names }) {
  const question = names[address]?.market?.question
  if (!question) return <TokenLink address={address} names={names} />
  return (
    <Link className={link} href={`/markets/${address}`} prefetch={false}>
      <bdi>{question}</bdi>
    </Link>
  )
}

function TokenLink({ address, names }: { address: string; names: Names }) {
  const named = names[address]
  if (named?.kind === "token") {
    return (
      <Link className={link} href={`/tokens/${address}`} prefetch={false}>
        <bdi>{named.name}</bdi>
      </Link>
    )
  }
  return <span title={address}>{named?.name ?? `of token ${shortenAddress(address)}`}</span>
}
