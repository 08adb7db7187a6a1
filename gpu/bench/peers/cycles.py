"""Renders a GLB of peer-glb.ts with Blender's Cycles (3.4 and later):

    blender -b --factory-startup -P cycles.py -- FILE.glb OUT.exr WIDTH HEIGHT SAMPLES BOUNCES R,G,B YFOV

Light keeps the file's units: one of Blender's watts stands for a lumen, so a value of the picture is a nit. Materials are made anew from
their names and factors, of Diffuse, Glossy and Glass nodes alone: Blender's Principled node is Disney's, which is neither Lambert
nor glTF's."""
import sys
import bpy
import numpy

# Debian's NumPy no longer has the name that the importer of its Blender 3.4 uses.
if not hasattr(numpy, "bool"):
    numpy.bool = bool

glb, out, width, height, samples, bounces, environment, yfov = sys.argv[sys.argv.index("--") + 1:]

bpy.ops.object.select_all(action="SELECT")
bpy.ops.object.delete()
bpy.ops.import_scene.gltf(filepath=glb, convert_lighting_mode="COMPAT", import_shading="NORMALS")


def input_of(node, name):
    return node.inputs[name].default_value


def rebuild(material):
    kind = material.name.split(" ")[0]
    tree = material.node_tree
    principled = next((n for n in tree.nodes if n.type == "BSDF_PRINCIPLED"), None)
    output = next(n for n in tree.nodes if n.type == "OUTPUT_MATERIAL")
    if principled is None:
        raise SystemExit(f"{material.name}: no Principled node to read factors from")
    color = principled.inputs["Base Color"]
    texture = color.links[0].from_socket if color.links else None
    value = tuple(color.default_value)
    roughness = input_of(principled, "Roughness")
    emission, strength = tuple(input_of(principled, "Emission")), input_of(principled, "Emission Strength")
    # Of bodies within others, Cycles wants the ratio: it knows of one body at a time.
    ior = input_of(principled, "IOR") / JSON.get(material.name, {}).get("extras", {}).get("within", 1)
    links = principled.inputs["Emission"].links
    principled_emission = links[0].from_socket if links else None

    def extension(name):
        return JSON[material.name]["extensions"][name]

    for link in list(output.inputs["Surface"].links) + list(output.inputs["Volume"].links):
        tree.links.remove(link)

    def add(type_, **settings):
        node = tree.nodes.new(type_)
        for name, setting in settings.items():
            if name in node.inputs:
                node.inputs[name].default_value = setting
            else:
                setattr(node, name, setting)
        return node

    if kind in ("emitter", "screen"):
        shader = add("ShaderNodeEmission", Color=emission, Strength=strength)
        if principled_emission is not None:
            tree.links.new(principled_emission, shader.inputs["Color"])
            # Between its pixels Cycles blends sRGB's numbers, which is darker than their light.
            for node in tree.nodes:
                if node.type == "TEX_IMAGE":
                    node.interpolation = "Closest"
    elif kind == "brushed":
        # glTF's alphas: along u mix(alpha, 1, strength^2), across it alpha. Cycles' are R / (1 + a) and R (1 + a), of the tangent and across it.
        alpha = roughness ** 2
        along = alpha + (1 - alpha) * extension("KHR_materials_anisotropy")["anisotropyStrength"] ** 2
        shader = add("ShaderNodeBsdfAnisotropic", distribution="MULTI_GGX", Color=(1, 1, 1, 1), Roughness=(alpha * along) ** 0.25, Anisotropy=(alpha / along) ** 0.5 - 1)
        tangent = add("ShaderNodeTangent", direction_type="UV_MAP")
        tree.links.new(tangent.outputs["Tangent"], shader.inputs["Tangent"])
    elif kind == "veil":
        body = add("ShaderNodeBsdfDiffuse", Color=value, Roughness=0)
        shader = add("ShaderNodeMixShader")
        shader.inputs["Fac"].default_value = JSON[material.name]["pbrMetallicRoughness"]["baseColorFactor"][3]
        tree.links.new(add("ShaderNodeBsdfTransparent", Color=(1, 1, 1, 1)).outputs[0], shader.inputs[1])
        tree.links.new(body.outputs[0], shader.inputs[2])
    elif kind == "metal":
        # Schlick's Fresnel with the surface's normal; glTF has the half vector's.
        shader = add("ShaderNodeBsdfGlossy", distribution="SHARP" if roughness == 0 else "MULTI_GGX", Roughness=roughness)
        geometry = add("ShaderNodeNewGeometry")
        cosine = add("ShaderNodeVectorMath", operation="DOT_PRODUCT")
        tree.links.new(geometry.outputs["Normal"], cosine.inputs[0])
        tree.links.new(geometry.outputs["Incoming"], cosine.inputs[1])
        rest = add("ShaderNodeMath", operation="SUBTRACT", use_clamp=True)
        rest.inputs[0].default_value = 1
        tree.links.new(cosine.outputs["Value"], rest.inputs[1])
        fifth = add("ShaderNodeMath", operation="POWER")
        tree.links.new(rest.outputs[0], fifth.inputs[0])
        fifth.inputs[1].default_value = 5
        mix = add("ShaderNodeMixRGB")
        tree.links.new(fifth.outputs[0], mix.inputs["Fac"])
        mix.inputs["Color1"].default_value = value
        mix.inputs["Color2"].default_value = (1, 1, 1, 1)
        tree.links.new(mix.outputs["Color"], shader.inputs["Color"])
    elif kind == "glass":
        shader = add("ShaderNodeBsdfGlass", distribution="SHARP", Roughness=0, IOR=ior, Color=(1, 1, 1, 1))
        attenuation = ATTENUATION.get(material.name, (1, 1, 1))
        if min(attenuation) < 1:
            # sigma = -ln(attenuation) per metre; the node absorbs (1 - colour) * density.
            import math
            sigma = [-math.log(max(a, 1e-6)) for a in attenuation]
            density = max(sigma)
            absorption = add("ShaderNodeVolumeAbsorption", Color=tuple(1 - s / density for s in sigma) + (1,), Density=density)
            tree.links.new(absorption.outputs["Volume"], output.inputs["Volume"])
    else:
        shader = add("ShaderNodeBsdfDiffuse", Color=value, Roughness=0)
        if texture is not None:
            tree.links.new(texture, shader.inputs["Color"])
    tree.links.new(shader.outputs[0], output.inputs["Surface"])


def materials_of(path):
    """What Blender's importer does not read: materials as they stand in the file, by their names."""
    import json
    import struct
    with open(path, "rb") as file:
        file.seek(12)
        (length,) = struct.unpack("<I", file.read(4))
        file.seek(20)
        gltf = json.loads(file.read(length))
    return {m["name"]: m for m in gltf.get("materials", []) if "name" in m}


def attenuations(materials):
    volumes = {name: m.get("extensions", {}).get("KHR_materials_volume") for name, m in materials.items()}
    return {name: tuple(a ** (1 / v.get("attenuationDistance", 1)) for a in v.get("attenuationColor", (1, 1, 1))) for name, v in volumes.items() if v}


JSON = materials_of(glb)
ATTENUATION = attenuations(JSON)
for material in bpy.data.materials:
    if material.use_nodes and material.users > 0:
        rebuild(material)
for light in bpy.data.lights:
    light.shadow_soft_size = 0
    if light.type == "SUN":
        light.angle = 0

scene = bpy.context.scene
camera = next(o for o in scene.objects if o.type == "CAMERA")
camera.data.sensor_fit = "VERTICAL"
camera.data.angle_y = float(yfov)
scene.camera = camera

world = bpy.data.worlds.new("around")
world.use_nodes = True
world.node_tree.nodes["Background"].inputs["Color"].default_value = (*map(float, environment.split(",")), 1)
world.node_tree.nodes["Background"].inputs["Strength"].default_value = 1
scene.world = world

render = scene.render
render.engine = "CYCLES"
render.resolution_x, render.resolution_y, render.resolution_percentage = int(width), int(height), 100
render.filepath = out
render.image_settings.file_format = "OPEN_EXR"
render.image_settings.color_mode = "RGB"
render.image_settings.color_depth = "32"
render.use_compositing = render.use_sequencer = False
cycles = scene.cycles
cycles.device = "CPU"
cycles.samples = int(samples)
cycles.seed = 1
cycles.use_adaptive_sampling = cycles.use_denoising = False
cycles.pixel_filter_type = "BOX"
# Everything that would make it quicker and wrong.
cycles.sample_clamp_direct = cycles.sample_clamp_indirect = cycles.blur_glossy = cycles.light_sampling_threshold = 0
cycles.caustics_reflective = cycles.caustics_refractive = True
# Cycles does not count the last ray to a light.
most = max(0, int(bounces) - 1)
cycles.max_bounces = cycles.diffuse_bounces = cycles.glossy_bounces = cycles.transmission_bounces = most
cycles.volume_bounces = most
# Surfaces that are passed as if they were not there are counted over the whole path: ours have none of that.
cycles.transparent_max_bounces = 64
bpy.ops.render.render(write_still=True)
