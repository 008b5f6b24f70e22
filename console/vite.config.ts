import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"

/** Writes a compressed copy beside each file that browsers may get compressed, once the file is final. */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  writeBundle({ dir = "" }, bundle) {
    for (const fileName of Object.keys(bundle)) {
      if (!/\.(js|css|html|svg)$/.test(fileName)) continue
      const path = join(dir, fileName)
      writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }))
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
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Screens share one file of parts: each further file is a request more before the first screen.
        codeSplitting: { groups: [{ name: "shared", test: /console\/src\/(ui|api)\//, minShareCount: 8 }] }
      }
    }
  },
  server: {
    proxy: Object.fromEntries(
      ["/v1", "/admin", "/auth", "/carriers"].map((path) => [path, { target: service, ws: true }])
    )
  }
})
