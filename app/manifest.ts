import type { MetadataRoute } from "next"

/** `--deep-end`. */
const BACKGROUND = "#04141c"

/** Lets browsers install the site as an app. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: "/",
    name: "Atoll",
    short_name: "Atoll",
    description:
      "Trade prediction markets, launch tokens and trade them, as a person or as an agent.",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: BACKGROUND,
    theme_color: BACKGROUND,
    lang: "en",
    categories: ["finance"],
    icons: [
      { src: "/icons/192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Markets", url: "/markets" },
      { name: "Launchpad", url: "/launchpad" },
      { name: "Portfolio", url: "/portfolio" },
      { name: "Launch a token", url: "/launch" },
    ],
  }
}
