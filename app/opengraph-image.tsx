import { readFile } from "node:fs/promises"
import path from "node:path"
import { ImageResponse } from "next/og"

export const size = { width: 1200, height: 630 }
export const contentType = "image/png"
export const alt = "Atoll: prediction markets and token launches"

// Whole paths: a build traces them, and takes two files of the package in place of all.
const REGULAR = path.join(
  process.cwd(),
  "node_modules/geist/dist/fonts/geist-sans/Geist-Regular.ttf",
)
const BOLD = path.join(process.cwd(), "node_modules/geist/dist/fonts/geist-sans/Geist-Bold.ttf")

/** The logo with two rings around it; the image cuts it off at the right edge. */
const REEF = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke-linecap="round">
  <g stroke="#59cbe0" stroke-width="0.12">
    <circle cx="16" cy="16" r="13.6" stroke-opacity="0.28"/>
    <circle cx="16" cy="16" r="15.4" stroke-opacity="0.16"/>
  </g>
  <path d="M22.6 6.7a11.4 11.4 0 1 0 4.6 7.2" stroke="#59cbe0" stroke-width="3"/>
  <path d="M20.2 11.7a6 6 0 1 0 1.6 5.6" stroke="#59cbe0" stroke-opacity="0.45" stroke-width="1.8"/>
  <circle cx="16" cy="16" r="2.3" fill="#82d19a"/>
</svg>`

/** The preview image of links to the site. */
export default async function SiteImage() {
  const [regular, bold] = await Promise.all([readFile(REGULAR), readFile(BOLD)])
  return new ImageResponse(
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        background: "linear-gradient(135deg, #0a5566 0%, #06303f 45%, #04141c 100%)",
        color: "#f0fafb",
        fontFamily: "Geist",
      }}
    >
      {/* biome-ignore lint/performance/noImgElement: rendered into an image, not a page */}
      <img
        alt=""
        height={760}
        src={`data:image/svg+xml;base64,${Buffer.from(REEF).toString("base64")}`}
        style={{ position: "absolute", right: -170, top: -65 }}
        width={760}
      />
      <div
        style={{
          display: "flex",
          flexDirection: "column",
          justifyContent: "center",
          padding: "0 88px",
          width: 760,
        }}
      >
        <div style={{ fontSize: 132, fontWeight: 700, letterSpacing: -6 }}>Atoll</div>
        <div style={{ fontSize: 44, lineHeight: 1.3, color: "#b5d6dd", marginTop: 8 }}>
          Trade on what happens. Launch your own token.
        </div>
      </div>
    </div>,
    {
      ...size,
      fonts: [
        { name: "Geist", data: regular, weight: 400, style: "normal" },
        { name: "Geist", data: bold, weight: 700, style: "normal" },
      ],
    },
  )
}
