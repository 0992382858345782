import { NodeProgram, type ProgramInfo } from 'sigma/rendering'
import type { NodeDisplayData, RenderParams } from 'sigma/types'
import { floatColor } from 'sigma/utils'
import { shapes } from '../model/kinds.ts'
import type { EdgeDrawing, NodeDrawing } from './drawing.ts'

const uniforms = ['u_sizeRatio', 'u_correctionRatio', 'u_matrix'] as const

/** Each node is a square that holds its ring; the fragment shader cuts the form out of it. */
const vertexSource = /* glsl */ `
attribute vec4 a_id;
attribute vec4 a_color;
attribute vec4 a_ringColor;
attribute vec2 a_position;
attribute float a_size;
attribute float a_shape;
attribute float a_ring;
attribute vec2 a_corner;

uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;

varying vec4 v_color;
varying vec4 v_ringColor;
varying vec2 v_place;
varying float v_shape;
varying float v_ring;
varying float v_pixel;

const float bias = 255.0 / 254.0;
const float reach = 1.75;

void main() {
  float size = a_size * u_correctionRatio / u_sizeRatio * 2.0;
  gl_Position = vec4((u_matrix * vec3(a_position + a_corner * size * reach, 1.0)).xy, 0.0, 1.0);
  v_place = a_corner * reach;
  v_shape = a_shape;
  v_ring = a_ring;
  v_pixel = u_correctionRatio / size * 2.0;
  #ifdef PICKING_MODE
  v_color = a_id;
  #else
  v_color = a_color;
  #endif
  v_color.a *= bias;
  v_ringColor = a_ringColor;
  v_ringColor.a *= bias;
}
`

/** Signed distances after Inigo Quilez, "2D distance functions"; the node's radius is 1, and y points up. */
const fragmentSource = /* glsl */ `
precision highp float;

varying vec4 v_color;
varying vec4 v_ringColor;
varying vec2 v_place;
varying float v_shape;
varying float v_ring;
varying float v_pixel;

const vec4 transparent = vec4(0.0);

float box(vec2 p, vec2 half_) {
  vec2 d = abs(p) - half_;
  return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}

float polygon(vec2 p, float sides, float radius, float turn) {
  float angle = atan(p.x, p.y) + turn;
  float part = 6.2831853 / sides;
  return cos(floor(0.5 + angle / part) * part - angle) * length(p) - radius;
}

float star(vec2 p) {
  float angle = mod(atan(p.x, p.y), 1.2566371) - 0.6283185;
  vec2 q = length(p) * vec2(sin(abs(angle)), cos(angle));
  vec2 tip = 1.15 * vec2(sin(0.6283185), cos(0.6283185));
  vec2 dent = vec2(0.0, 0.55);
  vec2 edge = tip - dent;
  vec2 normal = normalize(vec2(-edge.y, edge.x));
  return dot(q - dent, normal);
}

float form(vec2 p, float shape) {
  if (shape < 0.5) return length(p) - 0.95;
  if (shape < 1.5) return max(length(p) - 0.95, min(0.68 - length(p), length(p) - 0.42));
  if (shape < 2.5) return max(length(p) - 0.95, 0.55 - length(p));
  if (shape < 3.5) return box(p, vec2(0.82));
  if (shape < 4.5) return box(p, vec2(1.05, 0.66));
  if (shape < 5.5) return polygon(p, 6.0, 0.88, 0.5235988);
  if (shape < 6.5) return polygon(p + vec2(0.0, 0.16), 3.0, 0.62, 3.1415927);
  if (shape < 7.5) return polygon(p - vec2(0.0, 0.16), 3.0, 0.62, 0.0);
  if (shape < 8.5) return (abs(p.x) + abs(p.y) - 1.1) * 0.7071;
  if (shape < 9.5) return max(box(p + vec2(0.0, 0.08), vec2(0.8, 0.85)), (abs(p.x) + p.y - 0.98) * 0.7071);
  if (shape < 10.5) return min(box(p, vec2(1.0, 0.36)), box(p, vec2(0.36, 1.0)));
  if (shape < 11.5) return star(p);
  if (shape < 12.5) return max(length(p + vec2(0.0, 0.35)) - 1.05, -(p.y + 0.62));
  return max(length(p) - 1.0, min(0.86 - length(p), length(p) - 0.72));
}

void main(void) {
  float inside = form(v_place, v_shape);
  float feather = max(v_pixel, 0.02);

  #ifdef PICKING_MODE
  gl_FragColor = length(v_place) > 1.15 ? transparent : v_color;
  #else
  float body = 1.0 - smoothstep(-feather * 0.5, feather * 0.5, inside);
  float around = abs(length(v_place) - (1.32 + v_ring * 0.5)) - v_ring * 0.5;
  float ring = v_ring > 0.0 ? 1.0 - smoothstep(-feather * 0.5, feather * 0.5, around) : 0.0;
  gl_FragColor = v_color * body + v_ringColor * ring * (1.0 - body);
  #endif
}
`

const corners = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, -1],
  [1, 1],
  [-1, 1],
]

const { FLOAT, UNSIGNED_BYTE, TRIANGLES } = WebGL2RenderingContext

/** Draws nodes by kind: a form each, so that colour never stands alone, and a ring around those of high risk. */
export class ShapeProgram extends NodeProgram<(typeof uniforms)[number], NodeDrawing, EdgeDrawing> {
  override getDefinition() {
    return {
      VERTICES: 6,
      VERTEX_SHADER_SOURCE: vertexSource,
      FRAGMENT_SHADER_SOURCE: fragmentSource,
      METHOD: TRIANGLES,
      UNIFORMS: uniforms,
      ATTRIBUTES: [
        { name: 'a_position', size: 2, type: FLOAT },
        { name: 'a_size', size: 1, type: FLOAT },
        { name: 'a_shape', size: 1, type: FLOAT },
        { name: 'a_ring', size: 1, type: FLOAT },
        { name: 'a_color', size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: 'a_ringColor', size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: 'a_id', size: 4, type: UNSIGNED_BYTE, normalized: true },
      ],
      CONSTANT_ATTRIBUTES: [{ name: 'a_corner', size: 2, type: FLOAT }],
      CONSTANT_DATA: corners,
    }
  }

  override processVisibleItem(index: number, start: number, data: NodeDisplayData & Partial<NodeDrawing>): void {
    const values = [
      data.x,
      data.y,
      data.size,
      shapes[data.shape ?? 'disc'],
      data.ring ?? 0,
      floatColor(data.color),
      floatColor(data.ringColor ?? data.color),
      index,
    ]
    this.array.set(values, start)
  }

  override setUniforms(params: RenderParams, { gl, uniformLocations }: ProgramInfo<(typeof uniforms)[number]>): void {
    gl.uniform1f(uniformLocations.u_correctionRatio, params.correctionRatio)
    gl.uniform1f(uniformLocations.u_sizeRatio, params.sizeRatio)
    gl.uniformMatrix3fv(uniformLocations.u_matrix, false, params.matrix)
  }
}
