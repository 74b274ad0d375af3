import { z } from "zod"
import { updateProject } from "@/lib/content/service"
import { db } from "@/lib/db/client"
import details from "./details.json"
import { drawPicture, motifSchema } from "./picture"

/** What creators write of their projects, and the picture each is given. */
const projectDetails = z.object({
  text: z.string(),
  site: z.url().optional(),
  motif: motifSchema,
  hue: z.number(),
})
type ProjectDetails = z.output<typeof projectDetails>

/** By symbol of the token or market. */
export const PROJECT_DETAILS: ReadonlyMap<string, ProjectDetails> = new Map(
  Object.entries(details).map(([symbol, entry]) => [symbol, projectDetails.parse(entry)]),
)

/** Every fourth project has no picture, as not every creator uploads one. */
const PICTURE_INTERVAL = 4

/** Whether no project here has a description or a picture yet. */
export async function hasNoProjectDetails(): Promise<boolean> {
  const described = await db
    .selectFrom("project")
    .select("id")
    .where((eb) => eb.or([eb("description", "is not", null), eb("image", "is not", null)]))
    .limit(1)
    .executeTakeFirst()
  return described === undefined
}

/** Describes the tokens and markets of the sample in the name of their creators; returns how many. */
export async function writeSampleProjectDetails(): Promise<number> {
  const rows = await db
    .selectFrom("token")
    .select(["address", "symbol", "dev"])
    .where("symbol", "in", [...PROJECT_DETAILS.keys()])
    .orderBy("project_id", "desc")
    .execute()
  // Anybody may use a symbol again: the first token of that symbol is the sample's.
  const tokens = new Map(rows.map((row) => [row.symbol, row]))
  const projects = [...PROJECT_DETAILS].flatMap(([symbol, entry]) => {
    const token = tokens.get(symbol)
    return token ? [{ ...token, ...entry }] : []
  })
  for (const [i, { address, dev, text, site, motif, hue }] of projects.entries()) {
    const hasPicture = i % PICTURE_INTERVAL !== PICTURE_INTERVAL - 1
    await updateProject(dev, address, {
      description: text,
      ...(site && { website: site }),
      ...(hasPicture && { image: new File([await drawPicture(motif, hue)], "picture.png") }),
    })
  }
  return projects.length
}
