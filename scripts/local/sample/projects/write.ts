import { updateProject } from "@/lib/content/service"
import { pool } from "@/lib/db/client"
import { drawPicture } from "./picture"
import { PROJECT_DETAILS, type ProjectDetails } from "./project-details"

/** Of so many projects every one but the last has a picture: people forget. */
const PICTURE_INTERVAL = 4

/** Whether nobody has told anything of a project here yet. */
export async function hasNoProjectDetails(): Promise<boolean> {
  const { rowCount } = await pool().query(
    "select 1 from project where description is not null or image is not null limit 1",
  )
  return rowCount === 0
}

type Project = { address: string; symbol: string; dev: string }

/** Has the creators of the sample describe their tokens and markets; answers how many did. */
export async function writeSampleProjectDetails(): Promise<number> {
  const { rows } = await pool().query<Project>(
    `select address, symbol, dev from token where symbol = any($1::text[]) order by project_id`,
    [[...PROJECT_DETAILS.keys()]],
  )
  // A symbol is anybody's: the first of its name is the sample's.
  const first = new Map(rows.toReversed().map((row) => [row.symbol, row]))
  const projects = [...PROJECT_DETAILS].flatMap(([symbol, sheet]) => {
    const project = first.get(symbol)
    return project ? [{ ...project, sheet }] : []
  })
  for (const [place, project] of projects.entries()) await writeDetails(project, place)
  return projects.length
}

/** By the service, as any creator does. */
async function writeDetails(
  { address, dev, sheet }: Project & { sheet: ProjectDetails },
  place: number,
) {
  const { text, site, motif, hue } = sheet
  const isPictured = place % PICTURE_INTERVAL !== PICTURE_INTERVAL - 1
  await updateProject(dev, address, {
    description: text,
    ...(site && { website: site }),
    ...(isPictured && { image: new File([await drawPicture(motif, hue)], "picture.png") }),
  })
}
