//! Numbers as decimals, `digits * 10^exponent`, so that `multipleOf` does not suffer from binary
//! floats.
use crate::scalar::Scalar;

#[derive(Clone, Copy)]
struct Decimal {
    digits: u128,
    exponent: i32,
}

/// Whether one number is a multiple of another; `None` when one is no number, or the factor is 0.
pub(super) fn is_multiple(number: Scalar<'_>, factor: Scalar<'_>) -> Option<bool> {
    let (number, factor) = (decimal(number)?, decimal(factor)?);
    if factor.digits == 0 {
        return None;
    }
    let shift = number.exponent.checked_sub(factor.exponent)?;
    Some(if shift >= 0 {
        let power = power_of_ten(shift.unsigned_abs(), factor.digits);
        multiply(number.digits % factor.digits, power, factor.digits) == 0
    } else {
        let scaled = 10_u128.checked_pow(shift.unsigned_abs());
        match scaled.and_then(|power| factor.digits.checked_mul(power)) {
            Some(divisor) => number.digits % divisor == 0,
            // The divisor is larger than any number.
            None => number.digits == 0,
        }
    })
}

fn decimal(number: Scalar<'_>) -> Option<Decimal> {
    match number {
        Scalar::Integer(v) => Some(Decimal { digits: v.unsigned_abs(), exponent: 0 }),
        Scalar::Number(v) if v.is_finite() => shortest(v),
        _ => None,
    }
}

/// The shortest decimal that reads back as the same float: the one that was written, when it had
/// at most 15 digits.
fn shortest(v: f64) -> Option<Decimal> {
    let text = format!("{:e}", v.abs());
    let (mantissa, exponent) = text.split_once('e')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}").parse().ok()?;
    let exponent: i32 = exponent.parse().ok()?;
    Some(Decimal { digits, exponent: exponent.checked_sub(i32::try_from(fraction.len()).ok()?)? })
}

/// `10^exponent` modulo `modulus`.
fn power_of_ten(exponent: u32, modulus: u128) -> u128 {
    (0..exponent).fold(1 % modulus, |power, _| multiply(power, 10, modulus))
}

/// `a * b` modulo `modulus`, for factors below it. JSON numbers have at most 64 bits of digits,
/// so that the product fits.
fn multiply(a: u128, b: u128, modulus: u128) -> u128 {
    a.wrapping_mul(b) % modulus
}
