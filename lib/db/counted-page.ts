import { sql } from "kysely"
import { z } from "zod"
import type { JsonSource } from "@/lib/db/column-types"
import {
  arrayText,
  assertAnswer,
  defineAnswer,
  type Page,
  present,
  type Rows,
} from "@/lib/db/json-answer"
import type { Input, Parameters, Placeholders } from "@/lib/db/statement"
import { env } from "@/lib/env"
import { type KeepPart, type RawBody, rawJson } from "@/lib/http/response"

type Paging = { skip: "bigint"; take: "integer" }

type CountedPage<F extends Parameters, P extends Parameters, R extends Page> = {
  name: string
  response: R
  /** Parameters that decide which rows there are on all pages. */
  filters: F
  /** Further parameters, such as the order. */
  parameters: P
  /** Selects the rows of one page, limited by `take` and `skip`, with the columns of the answer. */
  rows: (placeholders: Placeholders<F & P & Paging>) => Rows<JsonSource<z.input<R>["data"][number]>>
  /** Counts the rows of all pages. */
  total: (placeholders: Placeholders<F>) => Rows<{ total: unknown }>
}

/** Reads a page of the rows that the filters let through; `page` is its number. */
export type ReadPage<F extends Parameters, P extends Parameters> = (
  filters: Input<F>,
  input: Input<P & Paging> & { skip: number; take: number; page: number },
  keep: KeepPart | undefined,
) => Promise<RawBody>

/**
 * A list with page numbers whose rows are counted once for all pages, while no row has changed: counting takes longer
 * than reading a page.
 */
export function countedPage<F extends Parameters, P extends Parameters, R extends Page>({
  name,
  response,
  filters,
  parameters,
  rows,
  total,
}: CountedPage<F, P, R>): ReadPage<F, P> {
  const place: Paging = { skip: "bigint", take: "integer" }
  const all = { ...filters, ...parameters, ...place }
  // The schema is compared with the whole answer.
  const readRows = defineAnswer(
    `rows of ${name}`,
    z.unknown(),
    all,
    (placeholders) => sql`select ${arrayText(rows(placeholders))} as answer`,
  )
  const readTotal = defineAnswer(
    `number of ${name}`,
    z.unknown(),
    filters,
    (placeholders) => sql`select total::text as answer from (${total(placeholders)}) counted`,
  )
  return async (filter, { page, ...input }, keep = (_, make) => make()) => {
    const [data, count] = await Promise.all([
      readRows({ ...filter, ...input } as Input<F & P & Paging>),
      keep(`number of ${name} ${JSON.stringify(filter)}`, async () =>
        present(await readTotal(filter)),
      ),
    ])
    if (!data) throw new Error(`${name} gave no answer`)
    const { skip, take } = input
    const hasMore = Number(count.text) > skip + take
    const pagination = `{"total":${count.text},"page":${page},"limit":${take},"hasMore":${hasMore}}`
    const answer = rawJson(`{"data":${data.text},"pagination":${pagination}}`)
    if (env().NODE_ENV === "test") assertAnswer(name, response, answer.text)
    return answer
  }
}
