import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"
import { defined, textIn } from "../../ui/browser/address.ts"

export const knowledgeRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/knowledge",
    component: lazyRouteComponent(() => import("./KnowledgeScreen.tsx"), "KnowledgeScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/knowledge/$baseId",
    validateSearch: (search: Record<string, unknown>) => defined({ question: textIn(search.question) }),
    component: lazyRouteComponent(() => import("./BaseScreen.tsx"), "BaseScreen")
  })
] as const
