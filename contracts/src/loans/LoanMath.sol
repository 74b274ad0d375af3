// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {PoolMath} from "../tokens/PoolMath.sol";

/// @title Mathematics of loans: value of collateral, fees, terms
/// @dev Each result is one division, rounded against the borrower. `lib/loans/math.ts` computes the same.
library LoanMath {
    uint256 internal constant STATIC_FEE = 200;
    uint256 internal constant DAILY_FEE = 5;
    uint256 internal constant MIN_DAYS = 10;
    uint256 internal constant MAX_DAYS = 1_000;
    /// Smallest debt of a new loan.
    uint256 internal constant MINIMUM_LOAN = 0.99e18;
    /// Smallest debt that a sale leaves, and smallest rise of a debt by refinancing.
    uint256 internal constant MINIMUM_CHANGE = 0.01e18;

    uint256 private constant FEE_SCALE = 100_000;
    /// `STATIC_FEE` is in basis points: it counts this many parts of `FEE_SCALE`.
    uint256 private constant PARTS_PER_BP = 10;
    uint256 private constant TAX_DIVISOR = 2;
    uint256 private constant LIQUIDATOR_DIVISOR = 10;

    /// @notice 2 % and 0.005 % for each day.
    function fee(uint256 amount, uint256 numberOfDays) internal pure returns (uint256) {
        uint256 rate = STATIC_FEE * PARTS_PER_BP + DAILY_FEE * numberOfDays;
        return Math.mulDiv(amount, rate, FEE_SCALE, Math.Rounding.Ceil);
    }

    /// @notice The part of the fee for the days.
    function dailyFee(uint256 amount, uint256 numberOfDays) internal pure returns (uint256) {
        return Math.mulDiv(amount, DAILY_FEE * numberOfDays, FEE_SCALE, Math.Rounding.Ceil);
    }

    /// @notice The half of a fee, rounded down, that is tax of the collateral token; the rest raises the price of TIDE.
    function taxOf(uint256 fee_) internal pure returns (uint256) {
        return fee_ / TAX_DIVISOR;
    }

    /// @notice The tenth, rounded down, of what a liquidation leaves that goes to the liquidator.
    function liquidatorPart(uint256 rest) internal pure returns (uint256) {
        return rest / LIQUIDATOR_DIVISOR;
    }

    /// @notice Days until `time`, a begun one in full. `time` has not passed.
    function daysUntil(uint256 time) internal view returns (uint256) {
        return Math.ceilDiv(time - block.timestamp, 1 days);
    }

    /// @notice Quote that `amount` tokens are worth at the price `r1 / r0`, taken from the reserves themselves.
    function valueAtPrice(uint256 amount, uint256 scaled0, uint256 r1) internal pure returns (uint256) {
        return Math.mulDiv(amount, PoolMath.SCALE * r1, scaled0);
    }

    /// @notice Least tokens whose `valueAtPrice` is at least `value`.
    function collateralAtPrice(uint256 value, uint256 scaled0, uint256 r1) internal pure returns (uint256) {
        return Math.mulDiv(value, scaled0, PoolMath.SCALE * r1, Math.Rounding.Ceil);
    }

    /// @notice Quote that `amount` tokens are worth at a floor, which is in wad.
    function valueAtFloor(uint256 amount, uint256 floor) internal pure returns (uint256) {
        return Math.mulDiv(amount, floor, PoolMath.WAD);
    }

    /// @notice Least tokens whose `valueAtFloor` is at least `value`.
    function collateralAtFloor(uint256 value, uint256 floor) internal pure returns (uint256) {
        return Math.mulDiv(value, PoolMath.WAD, floor, Math.Rounding.Ceil);
    }
}
