import { QueryClientProvider } from "@tanstack/react-query"
import { lazy, StrictMode, Suspense } from "react"
import { createRoot } from "react-dom/client"
import "./app.css"
import { organizationId } from "./api/organization.ts"
import { queries } from "./api/session.ts"
import { App } from "./app/App.tsx"
import { router } from "./router.ts"
import { Toasts } from "./ui/Toasts.tsx"

const Welcome = lazy(async () => ({ default: (await import("./app/sign-in/Welcome.tsx")).Welcome }))
const Invitation = lazy(async () => ({ default: (await import("./app/sign-in/Invitation.tsx")).Invitation }))

const page = () => {
  if (location.pathname === "/console/welcome") return <Welcome />
  if (location.pathname === "/console/invitation") return <Invitation />
  return <App router={router} />
}

// The session is asked for and the code of the screen is loaded at the same time: one round trip less on a slow network.
if (organizationId !== undefined) void router.load()

const element = document.getElementById("app")
if (element !== null) {
  createRoot(element).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Toasts>
          <Suspense>{page()}</Suspense>
        </Toasts>
      </QueryClientProvider>
    </StrictMode>
  )
}
