import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { stylesheetPaths } from '../../src/http/stylesheet'
import { call } from '../support/call'

/** The custom properties that a stylesheet sets, each with its values in the order of light and dark. */
function customProperties(css: string): Record<string, string[]> {
  const values: Record<string, string[]> = {}
  for (const [, name, value] of css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g))
    values[String(name)] = [...(values[String(name)] ?? []), String(value)]
  return values
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const AA = 4.5

it('makes any colour of a workspace readable on every background of both schemes', async () => {
  const [sheet = ''] = stylesheetPaths('/portal', null)
  const { paper, card, sunken } = customProperties((await call('GET', sheet)).text)
  const backgrounds = [0, 1].map((scheme) => [paper?.[scheme], card?.[scheme], sunken?.[scheme]])
  const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => value.toString(16).padStart(6, '0'))
  await fc.assert(
    fc.asyncProperty(anyColour, async (digits) => {
      const [, colours = ''] = stylesheetPaths('/portal', `#${digits}`)
      const {
        brand = [],
        'on-brand': onBrand = [],
        accent = [],
      } = customProperties((await call('GET', colours)).text)
      expect(brand).toEqual([`#${digits}`])
      expect(contrast(String(onBrand[0]), String(brand[0]))).toBeGreaterThanOrEqual(AA)
      for (const [scheme, papers] of backgrounds.entries())
        for (const background of papers)
          expect(contrast(String(accent[scheme]), String(background))).toBeGreaterThanOrEqual(AA)
    }),
    { numRuns: 300, examples: [['ffee00'], ['ffffff'], ['000000'], ['00ff80'], ['0000ff'], ['808080']] },
  )
})
