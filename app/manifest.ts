import type { MetadataRoute } from "next"

const DEEP_WATER = "#04141c"

/** By which the site can be kept on a phone like an app. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: "/",
    name: "Atoll",
    short_name: "Atoll",
    description:
      "Bet on what happens, launch tokens and trade them on an open exchange, as a person or as an agent.",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: DEEP_WATER,
    theme_color: DEEP_WATER,
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
