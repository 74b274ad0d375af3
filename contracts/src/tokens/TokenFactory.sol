// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IFactoryToken} from "./IFactoryToken.sol";
import {IFactoryTokenDeployer} from "./IFactoryTokenDeployer.sol";
import {IMainToken} from "./IMainToken.sol";
import {IMarketRegistry} from "./IMarkets.sol";
import {ITokenFactory} from "./ITokenFactory.sol";
import {IPool} from "./IPool.sol";
import {Label} from "./Label.sol";
import {PoolMath} from "./PoolMath.sol";
import {ReservedNames} from "./ReservedNames.sol";

contract TokenFactory is Ownable2Step, ITokenFactory {
    uint256 private constant MAX_NAME_BYTES = 128;
    uint256 private constant MAX_SYMBOL_BYTES = 32;
    /// Largest multiplier of a token whose price can fall.
    uint256 private constant MAX_MULTIPLIER = 90;
    uint256 private constant MIN_START_LP = 100;
    uint256 private constant MAX_START_LP = 10_000;
    uint256 private constant MAX_BONDING = 150_000;
    uint256 private constant MARKET_START_LP = 1_000e18;
    uint256 private constant MIN_VEST = 3_600;
    uint256 private constant MAX_VEST = 85_536_000;
    uint256 private constant MAX_VEST_DAYS = MAX_VEST / 1 days;

    IMainToken private immutable MAIN;

    /// @inheritdoc ITokenFactory
    uint256 public feeAmount;
    /// @inheritdoc ITokenFactory
    bool public vestFeeEnabled;
    /// @inheritdoc ITokenFactory
    address public vesting;
    /// @inheritdoc ITokenFactory
    uint256 public creationCount;
    /// @inheritdoc ITokenFactory
    mapping(address token => address) public creatorOf;
    /// @inheritdoc ITokenFactory
    mapping(address creator => address[]) public creatorToTokens;
    /// @inheritdoc ITokenFactory
    mapping(address market => bool) public isMarket;
    /// @inheritdoc IMarketRegistry
    mapping(address token => address) public marketOf;
    /// Stored instead of a time: this value changes with every creation. A time would not change with the second
    /// creation of a second, which would cost less gas, and an estimate made from it would be too low afterwards.
    address private _lastToken;
    /// @inheritdoc ITokenFactory
    address public tokenDeployer;

    constructor(IMainToken main, address operator) Ownable(operator) {
        MAIN = main;
    }

    /// @inheritdoc ITokenFactory
    function createToken(
        string calldata symbol,
        string calldata name,
        uint256 hybridMultiplier,
        bool frozen,
        uint256 usdcForBonding,
        uint256 startLP,
        bool autoVest,
        uint256 autoVestDuration,
        bool gradualAutovest
    ) external payable returns (address token) {
        token = _launch(
            IFactoryToken.Launch({
                symbol: symbol,
                name: name,
                hybridMultiplier: hybridMultiplier,
                frozen: frozen,
                usdcForBonding: usdcForBonding,
                startLP: startLP,
                autoVest: autoVest,
                autoVestDuration: autoVestDuration,
                gradualAutovest: gradualAutovest
            })
        );
        emit TokenCreated(token, name, symbol, msg.sender);
    }

    /// @inheritdoc ITokenFactory
    function createMarketToken(
        string calldata symbol,
        string calldata name,
        bool frozen,
        uint256 usdcForBonding,
        address creator
    ) external returns (address token) {
        if (!isMarket[msg.sender]) revert OnlyMarket();
        if (creator == address(0)) revert ZeroAddress();
        IFactoryToken.Launch memory launch;
        launch.symbol = symbol;
        launch.name = name;
        launch.hybridMultiplier = PoolMath.STABLE_MULTIPLIER;
        launch.frozen = frozen;
        launch.usdcForBonding = usdcForBonding;
        launch.startLP = MARKET_START_LP;
        token = _create(launch, creator);
        marketOf[token] = msg.sender;
    }

    /// @inheritdoc ITokenFactory
    function setFee(uint256 fee, bool withVesting) external onlyOwner {
        feeAmount = fee;
        vestFeeEnabled = withVesting;
        emit FeeChanged(fee, withVesting);
    }

    /// @inheritdoc ITokenFactory
    function setMarket(address market, bool allowed) external onlyOwner {
        if (market == address(0)) revert ZeroAddress();
        isMarket[market] = allowed;
        emit MarketChanged(market, allowed);
    }

    /// @inheritdoc ITokenFactory
    function setVesting(address vesting_) external onlyOwner {
        if (vesting_ == address(0)) revert ZeroAddress();
        if (vesting != address(0)) revert AlreadySet();
        vesting = vesting_;
        emit VestingChanged(vesting_);
    }

    /// @inheritdoc ITokenFactory
    function setTokenDeployer(address deployer) external onlyOwner {
        if (deployer == address(0)) revert ZeroAddress();
        if (tokenDeployer != address(0)) revert AlreadySet();
        tokenDeployer = deployer;
        emit TokenDeployerSet(deployer);
    }

    /// @inheritdoc ITokenFactory
    function withdrawFees(address payable to) external onlyOwner {
        if (to == address(0)) revert ZeroAddress();
        // Reentrancy is harmless: the balance is the only state, and it is 0 during the call. Not `Address.sendValue`,
        // which would replace the error `FeeTransferFailed` of the interface by the receiver's own.
        (bool sent,) = to.call{value: address(this).balance}("");
        if (!sent) revert FeeTransferFailed();
    }

    /// @inheritdoc ITokenFactory
    function isEcosystemToken(address token) external view returns (bool) {
        return creatorOf[token] != address(0);
    }

    /// @inheritdoc ITokenFactory
    function isName(string calldata label, uint256 maxBytes) external pure returns (bool) {
        return Label.isName(label, maxBytes);
    }

    /// @inheritdoc ITokenFactory
    function getTokensByCreator(address creator) external view returns (address[] memory) {
        return creatorToTokens[creator];
    }

    /// @inheritdoc ITokenFactory
    function getTokenCountByCreator(address creator) external view returns (uint256) {
        return creatorToTokens[creator].length;
    }

    /// @inheritdoc ITokenFactory
    function lastCreation() external view returns (uint256) {
        return _lastToken == address(0) ? 0 : IPool(_lastToken).creationTime();
    }

    /// @dev Checks the parameters that a market token does not have, and the fee.
    function _launch(IFactoryToken.Launch memory launch) private returns (address) {
        uint256 multiplier = launch.hybridMultiplier;
        bool isStable = multiplier == PoolMath.STABLE_MULTIPLIER;
        if (multiplier == 0 || (multiplier > MAX_MULTIPLIER && !isStable)) revert InvalidMultiplier();
        launch.startLP = _inWad(launch.startLP, MAX_START_LP);
        if (launch.startLP < MIN_START_LP * PoolMath.WAD || launch.startLP > MAX_START_LP * PoolMath.WAD) {
            revert InvalidStartLP();
        }
        if (launch.autoVest) {
            if (vesting == address(0)) revert VestingUnavailable();
            uint256 duration = launch.autoVestDuration;
            // Clients send days or seconds. As seconds so few would be below the minimum.
            if (duration <= MAX_VEST_DAYS) duration *= 1 days;
            launch.autoVestDuration = duration;
            if (duration < MIN_VEST || duration > MAX_VEST) revert InvalidVestDuration();
        }
        uint256 fee = launch.autoVest && !vestFeeEnabled ? 0 : feeAmount;
        if (msg.value != fee) revert WrongFee(fee);
        return _create(launch, msg.sender);
    }

    function _create(IFactoryToken.Launch memory launch, address creator) private returns (address token) {
        if (!Label.isName(launch.name, MAX_NAME_BYTES)) revert InvalidName();
        if (!Label.isSymbol(launch.symbol, MAX_SYMBOL_BYTES)) revert InvalidSymbol();
        if (ReservedNames.isReserved(launch.name)) revert ReservedName();
        if (ReservedNames.isReserved(launch.symbol)) revert ReservedSymbol();
        uint256 bonding = _inWad(launch.usdcForBonding, MAX_BONDING);
        bool isInRange = bonding == 0 || (bonding >= PoolMath.WAD && bonding <= MAX_BONDING * PoolMath.WAD);
        if (!isInRange || (launch.frozen && bonding == 0)) revert InvalidBonding();
        launch.usdcForBonding = bonding;
        if (tokenDeployer == address(0)) revert TokenDeployerMissing();
        token = IFactoryTokenDeployer(tokenDeployer).create(MAIN, creator, MAIN.getUSDPrice(), launch);
        creatorOf[token] = creator;
        creatorToTokens[creator].push(token);
        ++creationCount;
        _lastToken = token;
    }

    /// @dev Clients send whole units or 18 decimals. A value up to `maxWhole` is in whole units: with 18 decimals it
    /// would be below every allowed minimum.
    function _inWad(uint256 amount, uint256 maxWhole) private pure returns (uint256) {
        return amount <= maxWhole ? amount * PoolMath.WAD : amount;
    }
}
