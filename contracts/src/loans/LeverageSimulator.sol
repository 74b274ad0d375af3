// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IFactoryToken} from "../tokens/IFactoryToken.sol";
import {IMainToken} from "../tokens/IMainToken.sol";
import {IPool} from "../tokens/IPool.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {PoolMath} from "../tokens/PoolMath.sol";
import {ILeverageSimulator} from "./ILeverageSimulator.sol";
import {ILoanBook} from "./ILoanBook.sol";
import {LeverageMath} from "./LeverageMath.sol";

/// @dev Holds nothing and changes nothing. Router, factory and taxes are those that TIDE names at the time of the call.
contract LeverageSimulator is ILeverageSimulator {
    using LeverageMath for LeverageMath.Position;
    using LeverageMath for LeverageMath.Pool;

    IMainToken private immutable MAIN;

    constructor(IMainToken main) {
        MAIN = main;
    }

    /// @inheritdoc ILeverageSimulator
    function simulateLeverage(uint256 amount, address[] calldata path, uint256 numberOfDays)
        external
        view
        returns (Simulation memory)
    {
        if (path.length != 2 || !_startsWithTide(path)) revert InvalidPath();
        return _simulate(amount, address(MAIN), numberOfDays);
    }

    /// @inheritdoc ILeverageSimulator
    function simulateLeverageFactory(uint256 amount, address[] calldata path, uint256 numberOfDays)
        external
        view
        returns (Simulation memory)
    {
        if (path.length != 3 || !_startsWithTide(path)) revert InvalidPath();
        if (!ISwap(MAIN.SWAP()).FACTORY().isEcosystemToken(path[2])) revert InvalidPath();
        return _simulate(amount, path[2], numberOfDays);
    }

    /// @inheritdoc ILeverageSimulator
    function getTokenPrice(uint256 reserve0, uint256 reserve1) public pure returns (uint256) {
        return Math.mulDiv(reserve1, PoolMath.WAD, reserve0);
    }

    /// @inheritdoc ILeverageSimulator
    function getUSDPrice(uint256 reserve0, uint256 reserve1, uint256 xereserve0, uint256 xereserve1)
        external
        pure
        returns (uint256)
    {
        return _inUsd(getTokenPrice(reserve0, reserve1), xereserve0, xereserve1);
    }

    /// @inheritdoc ILeverageSimulator
    function calculateFloor(
        uint256 hybridMultiplier,
        uint256 reserve0,
        uint256 reserve1,
        uint256 baseReserve0,
        uint256 xereserve0,
        uint256 xereserve1
    ) external pure returns (uint256) {
        return _inUsd(_floor(hybridMultiplier, reserve0, reserve1, baseReserve0), xereserve0, xereserve1);
    }

    /// @inheritdoc ILeverageSimulator
    function calculateTokensForBuy(uint256 usdcAmount, uint256 reserve0, uint256 reserve1)
        external
        pure
        returns (uint256)
    {
        return PoolMath.buy(usdcAmount, PoolMath.SCALE * reserve0, reserve1);
    }

    /// @inheritdoc ILeverageSimulator
    function calculateTokensToBurn(
        uint256 amountIn,
        uint256 multiplier,
        uint256 inputreserve0,
        uint256 inputreserve1,
        uint256 splitter
    ) external pure returns (uint256 tokens) {
        if (splitter == 0) revert InvalidSplitter();
        uint256 scaled0 = PoolMath.SCALE * inputreserve0;
        for (uint256 part; part < splitter; ++part) {
            // Of what is left, so that the parts add up.
            uint256 quote = amountIn / (splitter - part);
            uint256 burned = Math.mulDiv(quote, scaled0, PoolMath.SCALE * inputreserve1, Math.Rounding.Ceil);
            // k * burned, in hundredths; added first, because k may be negative.
            scaled0 = scaled0 + PoolMath.SCALE * burned - 2 * multiplier * burned;
            inputreserve1 -= quote;
            amountIn -= quote;
            tokens += burned;
        }
    }

    /// @inheritdoc ILeverageSimulator
    function getColleteralValue(uint256 tokenAmount, uint256 reserve0, uint256 reserve1)
        public
        pure
        returns (uint256)
    {
        return Math.mulDiv(tokenAmount, reserve1, reserve0);
    }

    /// @inheritdoc ILeverageSimulator
    function getColleteralValueHybrid(
        uint256 tokenAmount,
        uint256 reserve0,
        uint256 reserve1,
        uint256 xereserve0,
        uint256 xereserve1,
        uint256 multiplier,
        uint256 basereserve0
    ) external pure returns (uint256) {
        uint256 tide = multiplier == PoolMath.STABLE_MULTIPLIER
            ? getColleteralValue(tokenAmount, reserve0, reserve1)
            : Math.mulDiv(tokenAmount, _floor(multiplier, reserve0, reserve1, basereserve0), PoolMath.WAD);
        return getColleteralValue(tide, xereserve0, xereserve1);
    }

    function _simulate(uint256 amount, address token, uint256 numberOfDays)
        private
        view
        returns (Simulation memory result)
    {
        if (numberOfDays == 0 || numberOfDays > ILoanBook(address(MAIN)).maxDaysLoan()) {
            revert ILoanBook.InvalidDays();
        }
        if (amount > type(uint128).max) revert IPool.AmountTooLarge();
        LeverageMath.Position memory position;
        position.tide = _pool(MAIN);
        if (token != address(MAIN)) {
            position.token = _pool(IPool(token));
            position.token.floor = IFactoryToken(token).calculateTokenFloor();
        }
        uint256 reserve1 = position.tide.reserve1;
        position.run(amount, ISwap(MAIN.SWAP()).TAXES().getTaxRate(token, msg.sender), numberOfDays);
        _fill(result, position);
        result.usdcAdded = result.newXeReserve1 - reserve1;
        result.realLiquidity = amount - position.rest - position.tradeTax - position.loanTax;
    }

    function _fill(Simulation memory result, LeverageMath.Position memory position) private pure {
        bool isTide = position.isTide();
        LeverageMath.Pool memory traded = isTide ? position.tide : position.token;
        result.newXeReserve0 = position.tide.scaledReserve0() / PoolMath.SCALE;
        result.newXeReserve1 = position.tide.reserve1;
        result.newReserve0 = traded.scaledReserve0() / PoolMath.SCALE;
        result.newReserve1 = traded.reserve1;
        result.totalRepay = position.debt;
        result.totalBorrowed = position.debt - position.loanFee;
        result.totalColleteral = position.collateral();
        result.totalFees = position.tradeTax + position.loanFee;
        result.xeAdded = position.tideBought;
        result.tokenAdded = position.collateral();
    }

    function _pool(IPool pool) private view returns (LeverageMath.Pool memory state) {
        state.base0 = pool.baseReserve0();
        state.multiplier = pool.hybridMultiplier();
        state.supply = IERC20(address(pool)).totalSupply();
        state.reserve1 = pool.reserve1();
    }

    function _startsWithTide(address[] calldata path) private view returns (bool) {
        return path[0] == MAIN.token1() && path[1] == address(MAIN);
    }

    /// @dev The supply follows from `r0 = b0 + k * S`; rounding it changes less than the floor's own margin.
    function _floor(uint256 multiplier, uint256 reserve0, uint256 reserve1, uint256 base0)
        private
        pure
        returns (uint256)
    {
        if (multiplier == PoolMath.EVEN_MULTIPLIER) revert SupplyUnknown();
        uint256 supply = multiplier > PoolMath.EVEN_MULTIPLIER
            ? PoolMath.SCALE * (reserve0 - base0) / (2 * multiplier - PoolMath.SCALE)
            : PoolMath.SCALE * (base0 - reserve0) / (PoolMath.SCALE - 2 * multiplier);
        return PoolMath.floorPrice(base0, multiplier, supply, reserve1);
    }

    function _inUsd(uint256 price, uint256 xereserve0, uint256 xereserve1) private pure returns (uint256) {
        return Math.mulDiv(price, getTokenPrice(xereserve0, xereserve1), PoolMath.WAD);
    }
}
