import type { Registry } from 'prom-client'
import { registerTimes, Times } from './histogram.ts'

export class RequestTimes {
  readonly #byRoute = new Map<string, Map<string, Map<number, Times>>>()

  constructor(registry: Registry) {
    registerTimes(
      registry,
      'vertice_http_request_seconds',
      'Time from request to answer, by route, method and status.',
      () => this.#all(),
    )
  }

  observe(route: string, method: string, status: number, milliseconds: number): void {
    const times = this.#byRoute.get(route)?.get(method)?.get(status) ?? this.#begin(route, method, status)
    times.add(milliseconds)
  }

  #begin(route: string, method: string, status: number): Times {
    const byMethod = this.#byRoute.get(route) ?? new Map<string, Map<number, Times>>()
    const byStatus = byMethod.get(method) ?? new Map<number, Times>()
    const times = new Times()
    this.#byRoute.set(route, byMethod.set(method, byStatus.set(status, times)))
    return times
  }

  *#all() {
    for (const [route, byMethod] of this.#byRoute)
      for (const [method, byStatus] of byMethod)
        for (const [status, times] of byStatus) yield [{ route, method, status }, times] as const
  }
}
