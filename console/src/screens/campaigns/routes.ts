import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import type { Answer } from "../../api/contract.ts"
import { shellRoute } from "../../app/shell-route.ts"

type Dashboard = Answer<"GET", "/v1/campaigns/dashboard">["campaigns"][number]

/** The filters of the list, in the address. */
export interface CampaignFilter {
  readonly search?: string
  readonly status?: Dashboard["status"]
  readonly useCase?: Dashboard["useCaseType"]
}

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined)

/** The steps of setting up a draft, in their order. */
export const setupSteps = ["audience", "pace", "labels", "start"] as const
export type SetupStep = (typeof setupSteps)[number]

export const campaignRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/campaigns",
    validateSearch: ({ search, status, useCase }: Record<string, unknown>): CampaignFilter => ({
      ...(text(search) && { search: text(search) as string }),
      ...(text(status) && { status: text(status) as Dashboard["status"] }),
      ...(text(useCase) && { useCase: text(useCase) as Dashboard["useCaseType"] })
    }),
    component: lazyRouteComponent(() => import("./CampaignsScreen.tsx"), "CampaignsScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/campaigns/new",
    validateSearch: ({ from }: Record<string, unknown>): { readonly from?: string } =>
      text(from) ? { from: text(from) as string } : {},
    component: lazyRouteComponent(() => import("./setup/NewCampaignScreen.tsx"), "NewCampaignScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/campaigns/$campaignId",
    component: lazyRouteComponent(() => import("./page/CampaignScreen.tsx"), "CampaignScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/campaigns/$campaignId/setup",
    validateSearch: ({ step }: Record<string, unknown>): { readonly step: SetupStep } => ({
      step: setupSteps.find((one) => one === step) ?? "audience"
    }),
    component: lazyRouteComponent(() => import("./setup/SetupScreen.tsx"), "SetupScreen")
  })
] as const
