import { z } from "zod"
import { updateProject } from "@/lib/content/service"
import { db } from "@/lib/db/client"
import details from "./details.json"
import { drawPicture, motifSchema } from "./picture"

/** The creators' texts about their projects, and each project's picture. */
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

type SampleProject = ProjectDetails & { address: string; dev: string; hasPicture: boolean }

/**
 * The tokens and markets of the sample without their texts: all at first, some after an interrupted start. Later texts
 * of their creators stay.
 */
export async function findUndescribedProjects(): Promise<SampleProject[]> {
  const rows = await db
    .selectFrom("token as t")
    .innerJoin("project as p", "p.id", "t.project_id")
    .select(["t.address", "t.symbol", "t.dev", "p.description"])
    .where("t.symbol", "in", [...PROJECT_DETAILS.keys()])
    .orderBy("t.project_id", "desc")
    .execute()
  // Any wallet may use a symbol again, so only the first token of a symbol is the sample's.
  const tokens = new Map(rows.map((row) => [row.symbol, row]))
  const projects = [...PROJECT_DETAILS].flatMap(([symbol, entry]) => {
    const token = tokens.get(symbol)
    return token ? [{ ...token, ...entry }] : []
  })
  return projects
    .map((project, i) => ({
      ...project,
      hasPicture: i % PICTURE_INTERVAL !== PICTURE_INTERVAL - 1,
    }))
    .filter(({ description }) => description === null)
}

/** Describes these tokens and markets in the name of their creators. */
export async function writeProjectDetails(projects: readonly SampleProject[]): Promise<void> {
  for (const { address, dev, text, site, motif, hue, hasPicture } of projects) {
    await updateProject(dev, address, {
      description: text,
      ...(site && { website: site }),
      ...(hasPicture && { image: new File([await drawPicture(motif, hue)], "picture.png") }),
    })
  }
}
