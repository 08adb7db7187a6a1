import { table } from '../../words/say.ts'

/** What elements of a kind are called together, in the language at hand. */
const NAMES = table({
  wall: 'class.wall',
  slab: 'class.slab',
  roof: 'class.roof',
  covering: 'class.covering',
  door: 'class.door',
  window: 'class.window',
  curtainWall: 'class.curtainWall',
  stair: 'class.stair',
  ramp: 'class.ramp',
  railing: 'class.railing',
  column: 'class.column',
  beam: 'class.beam',
  member: 'class.member',
  plate: 'class.plate',
  foundation: 'class.foundation',
  furniture: 'class.furniture',
  lamp: 'class.lamp',
  sanitary: 'class.sanitary',
  terminal: 'class.terminal',
  pipe: 'class.pipe',
  equipment: 'class.equipment',
  transport: 'class.transport',
  reinforcement: 'class.reinforcement',
  assembly: 'class.assembly',
  fastener: 'class.fastener',
  part: 'class.part',
  site: 'class.site',
})

/** Of the classes of IFC 2x3, 4 and 4.3 that have a shape, without their `Ifc`. */
const CLASSES: Readonly<Record<keyof typeof NAMES, readonly string[]>> = {
  wall: ['Wall', 'WallStandardCase', 'WallElementedCase'],
  slab: ['Slab', 'SlabStandardCase', 'SlabElementedCase'],
  roof: ['Roof'],
  covering: ['Covering'],
  door: ['Door', 'DoorStandardCase'],
  window: ['Window', 'WindowStandardCase'],
  curtainWall: ['CurtainWall'],
  stair: ['Stair', 'StairFlight'],
  ramp: ['Ramp', 'RampFlight'],
  railing: ['Railing'],
  column: ['Column', 'ColumnStandardCase'],
  beam: ['Beam', 'BeamStandardCase'],
  member: ['Member', 'MemberStandardCase'],
  plate: ['Plate', 'PlateStandardCase'],
  foundation: ['Footing', 'Pile', 'DeepFoundation', 'CaissonFoundation'],
  furniture: ['FurnishingElement', 'Furniture', 'SystemFurnitureElement'],
  lamp: ['LightFixture', 'Lamp'],
  sanitary: ['SanitaryTerminal', 'WasteTerminal'],
  terminal: ['FlowTerminal', 'Outlet', 'AirTerminal', 'SpaceHeater', 'FireSuppressionTerminal', 'ElectricAppliance', 'MedicalDevice', 'CommunicationsAppliance', 'AudioVisualAppliance'],
  pipe: ['FlowSegment', 'FlowFitting', 'PipeSegment', 'PipeFitting', 'DuctSegment', 'DuctFitting', 'CableSegment', 'CableCarrierSegment', 'CableCarrierFitting', 'DistributionFlowElement'],
  equipment: ['DistributionElement', 'DistributionControlElement', 'EnergyConversionDevice', 'FlowController', 'FlowMovingDevice', 'FlowStorageDevice', 'FlowTreatmentDevice', 'FlowInstrument', 'Valve', 'Pump', 'Boiler', 'Tank', 'ElectricDistributionBoard', 'SwitchingDevice', 'Controller', 'Sensor', 'Alarm', 'UnitaryEquipment'],
  transport: ['TransportElement'],
  reinforcement: ['ReinforcingBar', 'ReinforcingMesh', 'ReinforcingElement', 'Tendon'],
  assembly: ['ElementAssembly'],
  fastener: ['Fastener', 'MechanicalFastener', 'DiscreteAccessory'],
  part: ['BuildingElement', 'BuildingElementProxy', 'BuildingElementPart', 'BuiltElement', 'ShadingDevice', 'Chimney'],
  site: ['Site', 'GeographicElement', 'CivilElement', 'EarthworksElement', 'Course', 'Pavement'],
}
const KINDS = new Map(Object.entries(CLASSES).flatMap(([kind, classes]) => classes.map((name) => [`Ifc${name}`, kind as keyof typeof NAMES])))

/** `IfcFurnishingElement` → Furniture, Möbel; a class that is in no list, in words: `IfcSolarDevice` → Solar Device. */
export function className(ifcClass: string): string {
  const kind = KINDS.get(ifcClass)
  return kind === undefined ? ifcClass.replace(/^Ifc/i, '').replaceAll(/([a-z])([A-Z])/g, '$1 $2') : NAMES[kind]
}

/** The class that stands for all those of one name: `IfcWallStandardCase` → `IfcWall`. */
export function mainClass(ifcClass: string): string {
  const kind = KINDS.get(ifcClass)
  return kind === undefined ? ifcClass : `Ifc${CLASSES[kind][0]}`
}
