import { gzipSync } from "node:zlib"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"

/** Writes a compressed copy beside each file that browsers may get compressed. */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  generateBundle(_options, bundle) {
    for (const [fileName, file] of Object.entries(bundle)) {
      if (!/\.(js|css|html|svg)$/.test(fileName)) continue
      const source = gzipSync(file.type === "chunk" ? file.code : file.source, { level: 9 })
      this.emitFile({ type: "asset", fileName: `${fileName}.gz`, source })
    }
  }
}

// `npx vite console` serves the sources, and passes all requests of the app to a service on this machine.
const service = process.env.CARILLON_URL ?? "http://127.0.0.1:8080"

export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  plugins: [react(), tailwindcss(), compressed],
  build: {
    outDir: "../dist/console",
    emptyOutDir: true,
    // Everything stays a file of this origin: the content security policy allows no data in addresses of scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false
  },
  server: { proxy: Object.fromEntries(["/v1", "/admin", "/auth", "/carriers"].map((path) => [path, service])) }
})
