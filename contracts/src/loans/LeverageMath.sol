// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPool} from "../tokens/IPool.sol";
import {PoolMath} from "../tokens/PoolMath.sol";
import {LoanMath} from "./LoanMath.sol";

/// @title Leveraged purchase, computed in memory
/// @notice Buys, borrows on what was bought, buys again with what the loan pays out, and so on. Each round changes the
/// pools in memory exactly as a trade and a loan change them, so the result is that of the real calls.
library LeverageMath {
    uint256 internal constant MAX_ROUNDS = 300;
    /// A round whose input is below this part of the first one is left out.
    uint256 internal constant SMALLEST_PART = 1_000;

    /// @param floor Highest floor computed so far, in quote tokens (wad); not used at multiplier 100.
    struct Pool {
        uint256 base0;
        uint256 multiplier;
        uint256 supply;
        uint256 reserve1;
        uint256 floor;
    }

    /// @dev The pools, and sums over all rounds. When TIDE itself is bought, `token` stays empty.
    struct Position {
        Pool tide;
        Pool token;
        /// TIDE bought, in all or for the token's pool.
        uint256 tideBought;
        uint256 tokensBought;
        /// Net input of the token's pool, in USDB at TIDE's price just before each of its trades.
        uint256 tokenValue;
        /// TIDE that the token's pool lends.
        uint256 tideLent;
        /// USDB that TIDE's pool lends: the debt.
        uint256 debt;
        uint256 tradeTax;
        uint256 loanFee;
        /// The part of `loanFee` that is split like a tax; the rest stays in TIDE's pool.
        uint256 loanTax;
        /// Input of the round that is not run any more, to be paid out.
        uint256 rest;
    }

    /// @notice Runs all rounds of a purchase with `amount` USDB and writes the result to `position`.
    /// @param taxRate Of a trade, in basis points.
    function run(Position memory position, uint256 amount, uint256 taxRate, uint256 numberOfDays)
        internal
        pure
    {
        uint256 input = amount;
        for (uint256 round; round < MAX_ROUNDS; ++round) {
            if (input == 0 || input * SMALLEST_PART < amount) break;
            uint256 tax = PoolMath.basisPointsUp(input, taxRate);
            uint256 bought = _buy(position, input - tax);
            if (bought == 0) break;
            position.tradeTax += tax;
            input = _borrow(position, bought, numberOfDays);
        }
        position.rest = input;
    }

    /// @notice Reads everything but the floor.
    function readPool(Pool memory pool, IPool source) internal view {
        pool.base0 = source.baseReserve0();
        pool.multiplier = source.hybridMultiplier();
        pool.supply = IERC20(address(source)).totalSupply();
        pool.reserve1 = source.reserve1();
    }

    /// @notice What was bought: the collateral of the position.
    function collateral(Position memory position) internal pure returns (uint256) {
        return isTide(position) ? position.tideBought : position.tokensBought;
    }

    /// @notice Whether TIDE itself is bought.
    function isTide(Position memory position) internal pure returns (bool) {
        return position.token.multiplier == 0;
    }

    /// @notice 100 * r0 of a pool.
    function scaledReserve0(Pool memory pool) internal pure returns (uint256) {
        return PoolMath.scaledReserve0(pool.base0, pool.multiplier, pool.supply);
    }

    /// @dev Changes nothing when rounding leaves nothing to receive: such a trade would be refused.
    function _buy(Position memory position, uint256 net) private pure returns (uint256 bought) {
        Pool memory tide = position.tide;
        uint256 tideBought = PoolMath.buy(net, scaledReserve0(tide), tide.reserve1);
        if (isTide(position)) {
            if (tideBought > 0) _add(tide, net, tideBought);
            position.tideBought += tideBought;
            return tideBought;
        }
        Pool memory token = position.token;
        bought = PoolMath.buy(tideBought, scaledReserve0(token), token.reserve1);
        if (bought == 0) return 0;
        _add(tide, net, tideBought);
        _add(token, tideBought, bought);
        position.tideBought += tideBought;
        position.tokensBought += bought;
        uint256 tidePrice = PoolMath.price(scaledReserve0(tide), tide.reserve1);
        position.tokenValue += Math.mulDiv(tideBought, tidePrice, PoolMath.WAD);
    }

    /// @dev Returns what the loan pays out.
    function _borrow(Position memory position, uint256 tokens, uint256 numberOfDays)
        private
        pure
        returns (uint256)
    {
        if (!isTide(position)) {
            tokens = _value(position.token, tokens);
            position.tideLent += tokens;
        }
        uint256 debt = _value(position.tide, tokens);
        uint256 fee = LoanMath.fee(debt, numberOfDays);
        uint256 tax = LoanMath.taxOf(fee);
        position.tide.reserve1 += fee - tax;
        position.debt += debt;
        position.loanFee += fee;
        position.loanTax += tax;
        return debt - fee;
    }

    function _add(Pool memory pool, uint256 quote, uint256 tokens) private pure {
        pool.reserve1 += quote;
        pool.supply += tokens;
        if (pool.multiplier == PoolMath.STABLE_MULTIPLIER) return;
        uint256 floor = PoolMath.floorPrice(pool.base0, pool.multiplier, pool.supply, pool.reserve1);
        pool.floor = Math.max(pool.floor, floor);
    }

    function _value(Pool memory pool, uint256 tokens) private pure returns (uint256) {
        if (pool.multiplier != PoolMath.STABLE_MULTIPLIER) return LoanMath.valueAtFloor(tokens, pool.floor);
        return LoanMath.valueAtPrice(tokens, scaledReserve0(pool), pool.reserve1);
    }
}
