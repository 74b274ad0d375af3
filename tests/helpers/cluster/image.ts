import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import path from "node:path"
import { DockerfileParser } from "dockerfile-ast"
import { parse } from "yaml"
import { z } from "zod"
import { ROOT } from "./programs"

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      command: z.array(z.string()).optional(),
      // Null: as it is where Compose runs.
      environment: z.record(z.string(), z.string().nullable()).default({}),
    }),
  ),
})

const readRoot = (file: string) => readFileSync(path.join(ROOT, file), "utf8")

/** Where the Dockerfile builds. */
const BUILD_FOLDER = "/build/"

/**
 * Lays out the folder of the image as the Dockerfile does, from the build in `dist`. The cluster's programs run in it by
 * the commands of compose.yaml.
 */
export function createImage(folder: string, dist: string) {
  const image = path.join(folder, "image")
  mkdirSync(image)
  const dockerfile = DockerfileParser.parse(readRoot("Dockerfile"))
  for (const copy of dockerfile.getCOPYs()) {
    if (copy.getFromFlag()?.getValue() !== "build") continue
    const [from = "", to = ""] = copy.getArguments().map((argument) => argument.getValue())
    const source = from.slice(BUILD_FOLDER.length).replace(/^\.next(?=\/)/, dist)
    cpSync(path.join(ROOT, source), path.join(image, to), { recursive: true })
  }
  return image
}

/** Every file of the image with its size and time of change, which a program that writes there would alter. */
export const listImage = (image: string) =>
  readdirSync(image, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(path.join(image, name))
      return `${name} ${size} ${mtimeMs}`
    })

function serviceOf(name: string) {
  const { services } = composeFile.parse(parse(readRoot("compose.yaml"), { merge: true }))
  const service = services[name]
  if (!service) throw new Error(`compose.yaml has no service ${name}`)
  return service
}

/** The variables of a service of compose.yaml, as they stand there. */
export const environmentOf = (service: string) => serviceOf(service).environment

/** The command of a service of compose.yaml: its own, or the image's. */
export function commandOf(service: string): readonly string[] {
  const { command } = serviceOf(service)
  if (command) return command
  const commands = DockerfileParser.parse(readRoot("Dockerfile")).getCMDs()
  const strings = commands.at(-1)?.getJSONStrings() ?? []
  return strings.map((argument) => argument.getJSONValue())
}
