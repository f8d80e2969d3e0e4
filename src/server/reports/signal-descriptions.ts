import type { Signal } from '#contract/signal.ts';

/** Descriptions of the catalogue's signals, in English as the Vehicle Signal Specification has them. */
export const descriptions: Readonly<Record<Signal['name'], string>> = {
  'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed':
    'State of charge displayed to the customer.',
  'Vehicle.Powertrain.TractionBattery.StateOfCharge.Current':
    'Physical state of charge of the high voltage battery, relative to its net capacity.',
  'Vehicle.Powertrain.TractionBattery.StateOfCharge.CurrentEnergy':
    'Physical state of charge of the high voltage battery, as energy.',
  'Vehicle.Powertrain.TractionBattery.StateOfHealth':
    'Calculated battery state of health at standard conditions.',
  'Vehicle.Powertrain.TractionBattery.CurrentVoltage': 'Current battery voltage.',
  'Vehicle.Powertrain.TractionBattery.CurrentCurrent':
    'Current current flowing in and out of the battery. Positive: into the battery, as while charging. Negative: out of it, as while driving.',
  'Vehicle.Powertrain.TractionBattery.CurrentPower':
    'Current electrical power flowing in and out of the battery. Positive: into the battery. Negative: out of it.',
  'Vehicle.Powertrain.TractionBattery.Temperature.Average':
    'Current average temperature of the battery cells.',
  'Vehicle.Powertrain.TractionBattery.Temperature.Min':
    'Current minimum temperature of the battery cells.',
  'Vehicle.Powertrain.TractionBattery.Temperature.Max':
    'Current maximum temperature of the battery cells.',
  'Vehicle.Powertrain.TractionBattery.Range': 'Remaining range using only the battery.',
  'Vehicle.Powertrain.TractionBattery.AccumulatedChargedEnergy':
    'The accumulated energy delivered to the battery during charging over its lifetime.',
  'Vehicle.Powertrain.TractionBattery.AccumulatedConsumedEnergy':
    'The accumulated energy leaving the battery for propulsion and auxiliary loads over its lifetime.',
  'Vehicle.Powertrain.TractionBattery.Charging.IsCharging': 'True while charging is ongoing.',
  'Vehicle.Powertrain.TractionBattery.Charging.ChargeLimit':
    'Target charge limit (state of charge) for the battery.',
  'Vehicle.Powertrain.TractionBattery.Charging.ChargeRate':
    'Current charging rate, as range gained in an hour.',
  'Vehicle.Powertrain.TractionBattery.Charging.ChargeCurrent.DC':
    'Current direct charging current at the inlet.',
  'Vehicle.Powertrain.TractionBattery.Charging.ChargeVoltage.DC':
    'Current direct charging voltage at the inlet.',
  'Vehicle.Powertrain.TractionBattery.Charging.TimeToComplete':
    'The time needed for the current charging process to reach its limit.',
  'Vehicle.Connectivity.IsConnectivityAvailable':
    'True if connectivity between vehicle and cloud is available.',
  'Vehicle.Diagnostics.DTCCount': 'Number of diagnostic trouble codes.',
  'Vehicle.Service.IsServiceDue': 'True if service is due, by distance or by time.',
  'Vehicle.Service.DistanceToService':
    'Remaining distance to the next service. Negative when it is overdue.',
  'Vehicle.Service.TimeToService':
    'Remaining time to the next service. Negative when it is overdue.',
  'Vehicle.Powertrain.ElectricMotor.Temperature': 'Motor temperature.',
  'Vehicle.Powertrain.ElectricMotor.Speed': 'Motor rotational speed. Negative for reverse driving.',
  'Vehicle.Powertrain.ElectricMotor.Torque':
    'Current motor torque. Negative while energy is recovered.',
  'Vehicle.Powertrain.TractionBattery.DCDC.Temperature':
    'Current temperature of the converter between high and low voltage.',
  'Vehicle.Chassis.Accelerator.PedalPosition':
    'Accelerator pedal position. 0: not pressed. 100: fully pressed.',
  'Vehicle.Chassis.Brake.PedalPosition':
    'Brake pedal position. 0: not pressed. 100: fully pressed.',
  'Vehicle.Chassis.SteeringWheel.Angle': 'Steering wheel angle. Positive: to the left.',
  'Vehicle.Driver.IsHandsOnWheel': 'True if the driver’s hands are on the steering wheel.',
  'Vehicle.Driver.IsEyesOnRoad': 'True if the driver’s eyes are on the road.',
  'Vehicle.Driver.FatigueLevel':
    'Fatigue level of the driver. 0: no fatigue. 100: maximum fatigue.',
  'Vehicle.ADAS.ABS.IsEngaged':
    'True if the anti-lock braking system is regulating brake pressure.',
  'Vehicle.ADAS.ESC.IsEngaged': 'True if electronic stability control is regulating stability.',
  'Vehicle.ADAS.TCS.IsEngaged': 'True if the traction control system is regulating traction.',
  'Vehicle.ADAS.EBA.IsEngaged': 'True if emergency brake assist is regulating brake pressure.',
  'Vehicle.ADAS.ObstacleDetection.IsWarning':
    'True if obstacle detection is warning of an obstacle.',
  'Vehicle.ADAS.LaneDepartureDetection.IsWarning':
    'True if lane departure detection has registered a departure.',
  'Vehicle.VehicleIdentification.VIN':
    '17-character vehicle identification number as defined by ISO 3779.',
  'Vehicle.VehicleIdentification.LicensePlate': 'The licence plate of the vehicle.',
  'Vehicle.VehicleIdentification.Brand': 'Vehicle brand or manufacturer.',
  'Vehicle.VehicleIdentification.Model': 'Vehicle model.',
  'Vehicle.VehicleIdentification.Year': 'Model year of the vehicle.',
  'Vehicle.VehicleIdentification.BodyType': 'Body type code or name.',
  'Vehicle.VehicleIdentification.VehicleExteriorColor': 'The main colour of the exterior.',
  'Vehicle.VehicleIdentification.ProductionDate': 'The date on which the vehicle was produced.',
  'Vehicle.VehicleIdentification.DateVehicleFirstRegistered':
    'The date of the first registration of the vehicle with the public authorities.',
  'Vehicle.VehicleIdentification.VehicleSeatingCapacity':
    'The number of passengers that can be seated, by law or by the manufacturer’s specification.',
  'Vehicle.CurbWeight':
    'Vehicle kerb weight, including all liquids and a full tank, without passengers or load.',
  'Vehicle.Length': 'Overall vehicle length.',
  'Vehicle.Height': 'Overall vehicle height.',
  'Vehicle.WidthIncludingMirrors': 'Overall vehicle width including mirrors.',
  'Vehicle.Powertrain.TractionBattery.GrossCapacity': 'Gross capacity of the battery.',
  'Vehicle.Powertrain.TractionBattery.NetCapacity':
    'Total net capacity of the battery, considering its state of health.',
  'Vehicle.CurrentLocation.Latitude':
    'Current latitude in the WGS 84 coordinate system, as measured at the antenna.',
  'Vehicle.CurrentLocation.Longitude':
    'Current longitude in the WGS 84 coordinate system, as measured at the antenna.',
  'Vehicle.CurrentLocation.Altitude':
    'Current altitude relative to the WGS 84 reference ellipsoid, as measured at the antenna.',
  'Vehicle.CurrentLocation.Heading':
    'Current heading relative to geographic north. 0: north, 90: east, 180: south, 270: west.',
  'Vehicle.CurrentLocation.HorizontalAccuracy': 'Accuracy of latitude and longitude as a radius.',
  'Vehicle.IsMoving': 'True while the vehicle moves.',
  'Vehicle.IsBrokenDown': 'True while the vehicle is considered broken down or needs assistance.',
  'Vehicle.LowVoltageSystemState': 'State of the low voltage system (ignition, accessories).',
  'Vehicle.LowVoltageBattery.CurrentVoltage': 'Current voltage of the low voltage battery.',
  'Vehicle.LowVoltageBattery.CurrentCurrent':
    'Current current flowing in and out of the low voltage battery. Positive: into the battery.',
  'Vehicle.Exterior.AirTemperature': 'Air temperature outside the vehicle.',
  'Vehicle.Exterior.Humidity': 'Relative humidity outside the vehicle.',
  'Vehicle.Exterior.AirPressure': 'Air pressure outside the vehicle.',
  'Vehicle.Powertrain.Transmission.CurrentGear':
    'The current gear. 0: neutral, 1, 2 …: forward, −1, −2 …: reverse.',
  'Vehicle.CurrentOverallWeight': 'Current overall weight, with passengers, cargo and load.',
  'Vehicle.Cabin.HVAC.AmbientAirTemperature': 'Air temperature inside the vehicle.',
  'Vehicle.Speed': 'Vehicle speed.',
  'Vehicle.AverageSpeed': 'Average speed of the current trip.',
  'Vehicle.TraveledDistance': 'Odometer reading: total distance travelled over the lifetime.',
  'Vehicle.TraveledDistanceSinceStart': 'Distance travelled since the start of the current trip.',
  'Vehicle.TripDuration': 'Duration of the latest trip.',
  'Vehicle.TripMeterReading': 'Trip meter reading.',
};
