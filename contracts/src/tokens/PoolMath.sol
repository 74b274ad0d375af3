// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {FixedPointMathLib} from "solady/src/utils/FixedPointMathLib.sol";

/// @title Mathematics of a pool whose supply is minted by buys and burned by sells
/// @notice State: base reserves `b0` and `b1`, quote reserve `r1`, supply `S`, multiplier `m`. With
/// `k = (2m - 100) / 100` the token reserve is `r0 = b0 + k * S`.
/// @dev `k` is a multiple of 1/50, so `100 * r0` is an integer. The functions take it as `scaled0`, so that no formula
/// loses precision. Each quotient is rounded once, against the trader. `lib/tokens/pool-math.ts` computes the same; tests
/// compare both to the wei.
library PoolMath {
    uint256 internal constant WAD = 1e18;
    uint256 internal constant SCALE = 100;
    /// Multiplier at which `k` is 1: Stable+ tokens, markets' tokens and TIDE, whose price never falls.
    uint256 internal constant STABLE_MULTIPLIER = 100;
    /// Multiplier at which `k` is 0: the token reserve stays what it was.
    uint256 internal constant EVEN_MULTIPLIER = 50;
    uint256 private constant BP = 10_000;
    /// Units by which the logarithms of a floor may be off together.
    uint256 private constant LOG_ERROR = 4;

    /// @notice 100 * r0, computed from the supply alone, so that rounding errors cannot add up.
    /// @dev Positive for every reachable supply: a buy mints less than `r0`, and with `k >= -0.98` at least a fiftieth of
    /// `r0` remains. The subtraction reverts for unreachable supplies.
    function scaledReserve0(uint256 base0, uint256 multiplier, uint256 supply)
        internal
        pure
        returns (uint256)
    {
        uint256 grown = SCALE * base0 + 2 * multiplier * supply;
        return grown - SCALE * supply;
    }

    /// @notice Tokens minted for `quoteIn`: `q * r0 / (r1 + q)`, rounded down.
    function buy(uint256 quoteIn, uint256 scaled0, uint256 r1) internal pure returns (uint256) {
        return Math.mulDiv(quoteIn, scaled0, SCALE * (r1 + quoteIn));
    }

    /// @notice Quote paid for `tokensIn`: `x * r1 / (r0 + x)`, rounded down.
    function sell(uint256 tokensIn, uint256 scaled0, uint256 r1) internal pure returns (uint256) {
        return Math.mulDiv(SCALE * tokensIn, r1, scaled0 + SCALE * tokensIn);
    }

    /// @notice Spot price `r1 / r0` in wad, rounded down.
    function price(uint256 scaled0, uint256 r1) internal pure returns (uint256) {
        return Math.mulDiv(r1, SCALE * WAD, scaled0);
    }

    /// @notice The price below which no sequence of trades can bring the pool, in wad, rounded down.
    /// @dev `min(p, r1 * (b0 / r0)^(1/k) / b0)`, at k = 0 its limit `r1 * e^(-S/b0) / b0`. Computed as
    /// `exp(ln r1 - ln b0 - (ln r0 - ln b0) / k)`: sums of logarithms keep 18 digits where a power of a
    /// small ratio would lose them. `1/k = 50 / (m - 50)`.
    function floorPrice(uint256 base0, uint256 multiplier, uint256 supply, uint256 r1)
        internal
        pure
        returns (uint256)
    {
        uint256 scaled0 = scaledReserve0(base0, multiplier, supply);
        uint256 spot = price(scaled0, r1);
        // At k = 1 the formula is r1 / r0 itself.
        if (multiplier == STABLE_MULTIPLIER || supply == 0) return spot;
        int256 exponent = _ln(r1) - _ln(base0);
        // Each logarithm is off by at most one unit; `guard` covers them after the multiplication by 1/k.
        uint256 guard = LOG_ERROR;
        if (multiplier == EVEN_MULTIPLIER) {
            exponent -= int256(Math.mulDiv(supply, WAD, base0, Math.Rounding.Ceil));
        } else {
            int256 even = int256(EVEN_MULTIPLIER);
            int256 steps = int256(multiplier) - even;
            exponent -= (_ln(scaled0) - _ln(SCALE * base0)) * even / steps;
            guard += LOG_ERROR * EVEN_MULTIPLIER / FixedPointMathLib.abs(steps);
        }
        uint256 value = uint256(FixedPointMathLib.expWad(exponent - int256(guard)));
        // The exponential has 20 correct digits; 1 unit is subtracted for its truncation.
        uint256 slack = value / WAD + 1;
        return Math.min(spot, value > slack ? value - slack : 0);
    }

    /// @notice `part` / 10,000 of an amount, rounded up: for amounts that the trader pays.
    function basisPointsUp(uint256 amount, uint256 part) internal pure returns (uint256) {
        return Math.mulDiv(amount, part, BP, Math.Rounding.Ceil);
    }

    function _ln(uint256 value) private pure returns (int256) {
        return FixedPointMathLib.lnWad(int256(value));
    }
}
